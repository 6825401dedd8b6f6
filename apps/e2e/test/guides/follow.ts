import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Demo } from '@pitanga/tools';
import { follow } from './follower';
import { readPage, type Language } from './pages';
import { readerStore } from './reader-store';

/**
 * `npx tsx apps/e2e/test/guides/follow.ts guides/pix guides/card`: follows pages against the platform of `npm start`, in
 * one store and in this order; `--english`, `--passes 2`.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { english: { type: 'boolean', default: false }, passes: { type: 'string', default: '1' } },
  });
  const language: Language = values.english ? 'en' : 'pt';
  const dataDir = process.env['PITANGA_DATA'] ?? join(__dirname, '../../../../.pitanga');
  const { baseUrl } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  const store = await readerStore(dataDir, baseUrl);
  for (let pass = 0; pass < Number(values.passes); pass += 1) {
    for (const slug of positionals) {
      const page = readPage(slug, language);
      if (page === undefined) throw new Error(`There is no page ${slug}`);
      const { ran, reasons } = await follow(page, store);
      console.log(`${slug}: ${String(ran)} blocks ran`, ...reasons.map((why) => `\n  not run: ${why}`));
    }
  }
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
