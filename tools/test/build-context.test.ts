import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from '../src/workspace';
import { copyBuildContext } from './build-context';

let context: string;
beforeAll(() => {
  context = mkdtempSync(join(tmpdir(), 'build-context-'));
  copyBuildContext(context);
});
afterAll(() => {
  rmSync(context, { recursive: true, force: true });
});

describe('the build of an image, which is given only what .dockerignore lets through,', () => {
  it('can load the command that fills an image, and with it all the others', () => {
    symlinkSync(join(rootDir, 'node_modules'), join(context, 'node_modules'));
    const help = execFileSync(process.execPath, [join('tools', 'bin', 'run.cjs'), 'image', '--help'], {
      cwd: context,
      encoding: 'utf8',
    });
    expect(help).toContain("put what a service's image holds into an empty folder");
  });

  it('gets the sources, and no history, no secrets and no work of another machine', () => {
    const isGiven = (path: string): boolean => existsSync(join(context, path));
    const needed = ['package-lock.json', 'patches', 'proto', 'tools/bin/run.cjs', 'apps/billing/migrations'];
    // Of the documentation and the packages beside it.
    needed.push('CHANGELOG.md', 'docs/api/errors.json', 'sdk/typescript/package.json', 'cli/package.json');
    expect(needed.filter((path) => !isGiven(path))).toEqual([]);
    const others = ['.git', '.env', '.cache', 'dist', 'k8s', 'libs/contracts/src/gen', 'tools/test/compose.test.ts'];
    expect(others.filter(isGiven)).toEqual([]);
  });
});
