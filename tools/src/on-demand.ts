import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userError } from '@pitanga/runtime/user-error';
import { toolsDir, workspaceEnv } from './workspace';

/** A second set of packages with a lock file of its own, which `npm ci` leaves out. */
export const onDemandDir = join(toolsDir, 'on-demand');

/** A program of those packages. */
export function onDemandBin(program: string): string {
  return join(onDemandDir, 'node_modules', '.bin', program);
}

/**
 * Installs those packages, unless they are there as the lock file has them.
 * @throws a user error when npm cannot
 */
export function installOnDemand(): void {
  const lock = readFileSync(join(onDemandDir, 'package-lock.json'), 'utf8');
  const installed = join(onDemandDir, 'node_modules', '.installed');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  console.error('Installing what this command alone needs: npm ci in tools/on-demand');
  try {
    execFileSync('npm', ['ci'], { cwd: onDemandDir, env: workspaceEnv(), stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    throw userError('The packages of tools/on-demand could not be installed: run npm ci there.', error);
  }
  writeFileSync(installed, lock);
}
