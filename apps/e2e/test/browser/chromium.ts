import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

const run = promisify(execFile);
const unpacker = join(__dirname, 'unpack-chromium.mjs');

/** Starts the Chromium that node_modules brings along: nothing of the machine is used, its fonts neither. */
export async function launchBrowser(): Promise<Browser> {
  const folder = await unpackedChromium();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  });
}

/** The package names folders of a machine in the cloud; without any font, Chromium ends. */
const fontsBesideThisFile = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">pitanga-fonts</cachedir>
</fontconfig>
`;

/**
 * The folder with the unpacked browser, beside the package that carries it: unpacked once for an installation. Files
 * that run at the same time each unpack their own, and the first one stays.
 */
async function unpackedChromium(): Promise<string> {
  const entry = createRequire(__filename).resolve('playwright-core/package.json');
  const cache = join(dirname(dirname(entry)), '.cache');
  const folder = join(cache, `chromium-${versionOf('@sparticuz/chromium')}-own-fonts`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const own = mkdtempSync(`${folder}-`);
  // The libraries that few machines have come along only where the package believes to be at its usual place.
  await run(process.execPath, [unpacker], { env: { TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' } });
  writeFileSync(join(own, 'fonts/fonts.conf'), fontsBesideThisFile);
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function versionOf(name: string): string {
  const { devDependencies } = createRequire(__filename)('../../package.json') as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return devDependencies[name] ?? 'any';
}
