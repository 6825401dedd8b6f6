import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { testTimeoutMs, waitFor } from '@pitanga/testing';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  /** Standard input. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** One that goes on until it is told to end. */
export interface Running {
  readonly process: ChildProcess;
  readonly said: () => string;
  /** As Ctrl-C does. */
  end(): Promise<Ended>;
}

/** The command line as somebody has it who installed it from the installation, with a home of its own. */
export interface InstalledCli {
  readonly home: string;
  /** The program itself, which its users run by a link. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** What it printed. @throws when it did not end with 0 */
  works(args: readonly string[], options?: RunOptions): Promise<string>;
  start(args: readonly string[], options?: RunOptions): Running;
  remove(): void;
}

export async function installCli(baseUrl: string): Promise<InstalledCli> {
  const home = mkdtempSync(join(tmpdir(), 'pitanga-cli-user-'));
  const url = `${baseUrl}/docs/packages/pitanga-pay-cli.tgz`;
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefix', home, url], { cwd: home });
  const program = join(home, 'node_modules', '.bin', 'pitanga');
  const env = {
    HOME: home,
    // Node and nothing else: no keychain of whoever runs the tests.
    PATH: dirname(process.execPath),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    PITANGA_URL: baseUrl,
  };
  const start = (args: readonly string[], options: RunOptions = {}) => started(program, args, env, options);
  const run = (args: readonly string[], options: RunOptions = {}) => start(args, options).ended;
  return {
    home,
    program,
    env,
    run,
    works: async (args, options) => {
      const { code, out, err } = await run(args, options);
      if (code !== 0) throw new Error(`pitanga ${args.join(' ')} ended with ${String(code)}: ${err}${out}`);
      return out;
    },
    start,
    remove: () => {
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function started(
  program: string,
  args: readonly string[],
  base: Readonly<Record<string, string>>,
  { input, env = {} }: RunOptions,
): Running & { readonly ended: Promise<Ended> } {
  const child = spawn(program, args, { env: { ...base, ...env } });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, out, err });
    });
  });
  return {
    process: child,
    ended,
    said: () => out + err,
    end: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

/** Waits until it has printed a text. */
export function untilSaid(running: Running, text: string): Promise<boolean> {
  return waitFor(`«${text}»`, () => Promise.resolve(running.said().includes(text)), testTimeoutMs);
}
