import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { programArguments, waitFor } from '@pitanga/testing';

/** A process of the service as it runs in production. */
export interface Replica {
  readonly pid: number;
  /** Ends it as a crash would. */
  kill9(): Promise<void>;
  /** Stops it from running without ending it, and lets it go on. */
  freeze(): void;
  thaw(): void;
  /** As an orchestrator does. */
  stop(): Promise<void>;
}

const program = programArguments('webhooks/main.js', join(__dirname, '../src/main.ts'));
const workspace = join(__dirname, '../../..');

const running = new Set<ChildProcess>();

/** For afterAll: a test that failed has left its replicas running. */
export async function killReplicas(): Promise<void> {
  await Promise.all([...running].map((child) => ended(child, 'SIGKILL')));
}

/** Starts a replica and waits until it is ready; `env` is all that it gets. */
export async function startReplica(env: Readonly<Record<string, string>>): Promise<Replica> {
  const child = spawn(process.execPath, [...program], {
    cwd: workspace,
    env: { HOST: '127.0.0.1', PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
    });
  }
  const isReady = (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`a replica ended: ${output}`);
    return Promise.resolve(output.includes('"msg":"ready"'));
  };
  await waitFor('a replica', isReady, 120_000);
  const signal = (name: NodeJS.Signals): void => void child.kill(name);
  return {
    pid: child.pid ?? 0,
    kill9: () => ended(child, 'SIGKILL'),
    stop: () => ended(child, 'SIGTERM'),
    freeze: () => {
      signal('SIGSTOP');
    },
    thaw: () => {
      signal('SIGCONT');
    },
  };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
