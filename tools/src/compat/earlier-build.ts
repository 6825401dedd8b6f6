import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildCheckout } from '../build';
import { userError } from '@pitanga/runtime/user-error';
import { cacheDir, rootDir, workspaceBin, workspaceEnv } from '../workspace';

const run = promisify(execFile);

/**
 * Builds every service as it was at a commit and answers the folder of the bundles. The sources are unpacked below this
 * checkout, so that they find its npm packages; only our own packages are those of the commit.
 * @throws a user error when the history does not hold the commit
 */
export async function buildEarlier(ref: string): Promise<{ readonly commit: string; readonly dist: string }> {
  const commit = await findCommit(ref);
  const checkout = join(cacheDir, 'compat', commit);
  const dist = join(checkout, 'dist');
  // Written last, so that a build that was cut short is made anew.
  if (existsSync(join(dist, 'webhooks', 'migrations'))) return { commit, dist };
  rmSync(join(cacheDir, 'compat'), { recursive: true, force: true });
  mkdirSync(checkout, { recursive: true });
  const archive = join(checkout, 'sources.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: rootDir });
  await run('tar', ['-xf', archive], { cwd: checkout });
  rmSync(archive);
  linkPackages(checkout);
  const [env, cwd] = [workspaceEnv(), checkout];
  await run(workspaceBin('buf'), ['generate'], { cwd, env });
  await run(process.execPath, [join('libs', 'contracts', 'generate-index.mjs')], { cwd, env });
  await buildCheckout(checkout, dist);
  return { commit, dist };
}

async function findCommit(ref: string): Promise<string> {
  try {
    const { stdout } = await run('git', ['rev-parse', '--verify', `${ref}^{commit}`], { cwd: rootDir });
    return stdout.trim();
  } catch (error) {
    throw userError(`There is no commit ${ref} here: fetch more of the history (git fetch --deepen 1).`, error);
  }
}

/** Our packages by their names, and the npm packages that npm had to put beside one of them. */
function linkPackages(checkout: string): void {
  const scope = join(checkout, 'node_modules', '@pitanga');
  mkdirSync(scope, { recursive: true });
  for (const group of ['apps', 'libs']) {
    for (const folder of readdirSync(join(checkout, group))) {
      const manifest = join(checkout, group, folder, 'package.json');
      if (!existsSync(manifest)) continue;
      const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string };
      symlinkSync(join(checkout, group, folder), join(scope, name.replace('@pitanga/', '')));
      const own = join(rootDir, group, folder, 'node_modules');
      if (existsSync(own)) symlinkSync(own, join(checkout, group, folder, 'node_modules'));
    }
  }
}
