import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Beside the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** What the program reads from standard input; empty when left out. */
  readonly input?: string | Uint8Array;
}

/** Runs a program to its end. */
export async function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = spawn(program, args, { cwd: options.cwd, env: { ...process.env, ...options.env } });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  // A program may end without reading all of it.
  child.stdin.on('error', () => undefined).end(options.input ?? '');
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** Runs a program that should succeed, and answers what it printed. Throws with its output when it does not. */
export async function runWell(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, options);
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${String(code)}:\n${stdout}${stderr}`);
  return stdout;
}
