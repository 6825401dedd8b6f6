import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureGenerated } from '../build';
import { rootDir, toolsDir } from '../workspace';

/** Runs a program of this folder, whose imports may have to be generated first, and takes over its exit code. */
export function runFromSource(file: string, args: readonly string[]): Promise<void> {
  return runScript(join(toolsDir, 'src', 'commands', file), args);
}

/** The same with any program of the repository, by its absolute path. */
export async function runScript(script: string, args: readonly string[], env = process.env): Promise<void> {
  await ensureGenerated();
  const { status } = spawnSync(process.execPath, ['--require', 'tsx/cjs', script, ...args], {
    cwd: rootDir,
    env,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
