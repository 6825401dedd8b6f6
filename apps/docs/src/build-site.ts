// Builds the site in a folder of this process: builds beside each other, of a start and of tests, do not meet.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, '../../../dist');

const run = (program: string, args: readonly string[]): void => {
  execFileSync(program, args, { cwd: join(here, '..'), stdio: 'inherit' });
};

mkdirSync(dist, { recursive: true });
const own = mkdtempSync(join(dist, 'docs-'));
try {
  run('tsx', ['src/write-pages.ts']);
  run('astro', ['build', '--silent', '--outDir', join(own, 'site')]);
  run('tsx', ['src/publish-site.ts', join(own, 'site')]);
} finally {
  rmSync(own, { recursive: true, force: true });
}
