import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { programArguments } from '@pitanga/testing';

const program = programArguments('gateway/admin.js', join(__dirname, '../src/admin.ts'));

interface AdminResult {
  readonly code: unknown;
  readonly out: string;
  readonly error: string;
}

/** Runs the operator's program to its end, with this environment and PATH only; its input comes through a pipe. */
export async function runAdminProgram(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input = '',
): Promise<AdminResult> {
  const child = spawn(process.execPath, [...program, ...args], {
    // eslint-disable-next-line no-restricted-syntax -- what a program finds other programs by
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'pipe',
  });
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined).end(input);
  const exit: Promise<unknown[]> = once(child, 'exit');
  const [[code], out, error] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, out, error };
}
