import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { userError } from '@pitanga/runtime/user-error';
import { plainProblem } from './plain-problem';
import { signalProcess, spawnLogged, readTail, type Running, type SpawnSpec } from './process';

/** A process the launcher runs: PostgreSQL, Redis, Kafka or a service. */
export interface UnitSpec {
  readonly name: string;
  /** Called at every start, so that a restart can adapt (and prepare its files). */
  readonly prepare: () => Promise<SpawnSpec> | SpawnSpec;
  /** Asked again and again until true; `logFrom` is where this start's output begins in the log file. */
  readonly isReady: (logFile: string, logFrom: number) => Promise<boolean> | boolean;
  readonly readyTimeoutMs: number;
  readonly stopSignal: NodeJS.Signals;
  readonly stopTimeoutMs: number;
}

export interface UnitFolders {
  readonly logs: string;
  readonly pids: string;
}

export interface Unit {
  readonly name: string;
  readonly logFile: string;
  readonly pid: () => number | undefined;
  start(): Promise<void>;
  /** Asks it to stop, and kills it when it has not within its time. */
  stop(): Promise<void>;
  /** Kills it as a crash would and leaves it down until `start`. */
  kill9(): Promise<void>;
  /** Called when the process ends without having been asked to. */
  onDeath(listener: (what: string) => void): void;
}

const maxLogBytes = 20 * 1024 * 1024;

export function createUnit(spec: UnitSpec, folders: UnitFolders): Unit {
  const logFile = join(folders.logs, `${spec.name}.log`);
  let running: Running | undefined;
  let starting: Promise<void> | undefined;
  let wanted = false;
  const isWanted = (): boolean => wanted;
  let listener: (what: string) => void = () => undefined;

  const launch = async (): Promise<void> => {
    wanted = true;
    const command = await spec.prepare();
    const logFrom = rotated(logFile);
    const current = await spawnLogged(command, {
      log: logFile,
      pid: join(folders.pids, `${spec.name}.pid`),
      stopSignal: spec.stopSignal,
    });
    running = current;
    // A stop during the start found no process.
    if (!isWanted()) signalProcess(current.pid, 'SIGKILL');
    await becomeReady(spec, current, logFile, logFrom);
    void current.exited.then((how) => {
      if (wanted && running === current) listener(report(spec.name, `ended (${how})`, logFile, logFrom));
    });
  };

  const start = async (): Promise<void> => {
    if (running?.alive() === true && starting === undefined) return;
    starting ??= launch().finally(() => {
      starting = undefined;
    });
    await starting;
  };

  const stop = async (): Promise<void> => {
    wanted = false;
    if (running?.alive() === true) await stopWithin(running, spec.stopSignal, spec.stopTimeoutMs);
  };

  const kill9 = async (): Promise<void> => {
    wanted = false;
    if (running?.alive() !== true) return;
    signalProcess(running.pid, 'SIGKILL');
    await running.exited;
  };

  return {
    name: spec.name,
    logFile,
    pid: () => (running?.alive() === true ? running.pid : undefined),
    start,
    stop,
    kill9,
    onDeath: (listen) => {
      listener = listen;
    },
  };
}

/** Waits for readiness; a process that ends or stays unready is stopped and reported with its last lines. */
async function becomeReady(spec: UnitSpec, running: Running, logFile: string, logFrom: number): Promise<void> {
  const deadline = Date.now() + spec.readyTimeoutMs;
  const failed = (what: string): Error => userError(report(spec.name, what, logFile, logFrom));
  for (;;) {
    if (!running.alive()) throw failed(`ended while starting (${await running.exited})`);
    if (await spec.isReady(logFile, logFrom)) return;
    if (Date.now() > deadline) {
      signalProcess(running.pid, 'SIGKILL');
      throw failed(`was not ready within ${String(spec.readyTimeoutMs / 1000)} s`);
    }
    await delay(40);
  }
}

/** Sends `signal`, and SIGKILL to a process that has not ended after `timeoutMs`. */
async function stopWithin({ pid, exited }: Running, signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
  signalProcess(pid, signal);
  const timeout = setTimeout(() => signalProcess(pid, 'SIGKILL'), timeoutMs);
  await exited;
  clearTimeout(timeout);
}

/** What happened to a process, with its last lines cut to what a console can show. */
function report(name: string, what: string, logFile: string, logFrom: number): string {
  const plain = plainProblem(readTail(logFile, 40, logFrom));
  if (plain !== undefined) return `${name} ${what}. ${plain} (${logFile})`;
  const lines = readTail(logFile, 6, logFrom).split('\n');
  const shown = lines.map((line) => `  ${line.length > 400 ? `${line.slice(0, 400)}…` : line}`).join('\n');
  return `${name} ${what}. Its last lines (${logFile}):\n${shown}`;
}

/** Renames a large log, and returns the offset at which new output begins. */
function rotated(logFile: string): number {
  if (!existsSync(logFile)) return 0;
  const { size } = statSync(logFile);
  if (size < maxLogBytes) return size;
  renameSync(logFile, `${logFile}.old`);
  return 0;
}
