import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(html|css|js|svg|md|txt|xml|json)$/;
/** Shorter ones fit into one packet as they are. */
const smallestBytes = 1_000;

/** Writes `<file>.br` and `<file>.gz` beside what gets shorter by it. */
export async function compress(file: string): Promise<void> {
  if (!compressible.test(file)) return;
  const content = await readFile(file);
  if (content.length < smallestBytes) return;
  // The best quality takes seconds for a long page, and saves two percent more.
  const params = { [constants.BROTLI_PARAM_QUALITY]: file.includes('/_astro/') ? 11 : 9 };
  const [small, plain] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, plain)]);
}
