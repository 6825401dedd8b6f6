import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '@pitanga/tools';
import { follow } from './follower';
import { readPage } from './pages';
import { readerStore } from './reader-store';

/** `npx tsx apps/e2e/test/guides/follow.ts guides/pix`: follows pages against the platform of `npm start`. */
async function main(slugs: readonly string[]): Promise<void> {
  const dataDir = process.env['PITANGA_DATA'] ?? join(__dirname, '../../../../.pitanga');
  const { baseUrl } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  for (const slug of slugs) {
    const page = readPage(slug, 'pt');
    if (page === undefined) throw new Error(`There is no page ${slug}`);
    const { ran, reasons } = await follow(page, await readerStore(dataDir, baseUrl));
    console.log(`${slug}: ${String(ran)} blocks ran`, ...reasons.map((why) => `\n  not run: ${why}`));
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
