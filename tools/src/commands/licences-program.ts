// Fails on a file without a licence and on one that says another than REUSE.toml: one of the checks of `npm run check`.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { licenceFaults } from '../licences/licence-rules';
import { rootDir } from '../workspace';

/** Examples of wrong headers, and the expression that finds them. */
const ownFiles: ReadonlySet<string> = new Set(['tools/test/licences.test.ts']);
/** A header is at the beginning. */
const headBytes = 2_000;

function readHead(path: string): string {
  if (ownFiles.has(path)) return '';
  const text = readFileSync(join(rootDir, path), 'utf8');
  return /\.(json|toml)$/.test(path) ? text : text.slice(0, headBytes);
}

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: rootDir });
const paths = listed
  .toString()
  .split('\0')
  .filter((path) => path !== '' && statSync(join(rootDir, path), { throwIfNoEntry: false })?.isFile());
const faults = licenceFaults(new Map(paths.map((path) => [path, readHead(path)])));
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}
