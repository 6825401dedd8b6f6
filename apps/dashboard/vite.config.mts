import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = join(import.meta.dirname, '../../dist/gateway/dashboard');

const platformUrl = process.env.PITANGA_URL ?? 'http://127.0.0.1:8080';
/** The gateway takes changes from its own address only. */
const platform = { target: platformUrl, headers: { origin: platformUrl } };

/** Writes .br and .gz beside every asset: the gateway sends them as they are (@fastify/static, preCompressed). */
const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: 'build',
  closeBundle: () => {
    const folder = join(outDir, 'assets');
    // A build that failed has none, and its own error is the one to show.
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const bytes = readFileSync(join(folder, name));
      writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params: quality }));
    }
  },
};

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), compressAssets],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Files of the page's own origin only: no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
  // `npm run dev` in this folder, beside `npm start` in the root: http://127.0.0.1:5173/dashboard/
  server: {
    proxy: Object.fromEntries(
      ['/dashboard/api', '/favicon.ico', '/pay', '/receipts', '/dev/mail'].map((path) => [path, platform]),
    ),
  },
});
