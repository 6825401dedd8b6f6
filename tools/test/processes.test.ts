import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { isPortTaken } from '../bin/machine.cjs';
import { freePort } from '../src/infra/ports';
import { processIdentity, stopLeftovers } from '../src/infra/process';
import { createUnit, type Unit } from '../src/infra/unit';
import { openState, runningAt } from '../src/platform/state';
import { supervise } from '../src/platform/supervise';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'processes-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A process that says "up" and then lives until it is stopped. */
function sleeper(name = 'sleeper', script = 'console.log("up"); setInterval(() => undefined, 1000)'): Unit {
  return createUnit(
    {
      name,
      prepare: () => ({ command: process.execPath, args: ['-e', script] }),
      isReady: (logFile) => readFileSync(logFile, 'utf8').includes('up'),
      readyTimeoutMs: 45_000,
      stopSignal: 'SIGTERM',
      stopTimeoutMs: 5000,
    },
    { logs: folder, pids: folder },
  );
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + 45_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await delay(20);
  }
}

const isAlive = (pid: number): boolean => processIdentity(pid) !== undefined;

test('what a killed launcher has left running is stopped by the next start', async () => {
  const unit = sleeper();
  await unit.start();
  const pid = unit.pid() ?? 0;
  expect(await stopLeftovers(folder)).toEqual(['sleeper']);
  expect(isAlive(pid)).toBe(false);
});

test('a process that was given the pid of an old one is left alone', async () => {
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  const pid = stranger.pid ?? 0;
  writeFileSync(
    join(folder, 'kafka.pid'),
    JSON.stringify({ pid, identity: 'an earlier boot/1', stopSignal: 'SIGTERM' }),
  );
  expect(await stopLeftovers(folder)).toEqual([]);
  expect(isAlive(pid)).toBe(true);
  expect(existsSync(join(folder, 'kafka.pid'))).toBe(false);
  stranger.kill('SIGKILL');
});

test('a process that ends while it starts is reported with its last lines', async () => {
  const unit = sleeper('broken', 'console.error("no such database"); process.exit(3)');
  await expect(unit.start()).rejects.toThrow(/broken ended while starting \(exit code 3\)[^]*no such database/);
});

test('a process that a full disk or a busy port has ended is reported in a sentence with the next step', async () => {
  for (const [words, sentence] of [
    [
      'could not write to file "pg_wal/xlogtemp.42": No space left on device',
      /^full ended while .*disk is full: make room.*$/,
    ],
    [
      'could not extend file "base/1/2691"\nHINT: Check free disk space.',
      /^full ended while .*disk is full: make room.*$/,
    ],
    [
      'could not bind IPv4 address "127.0.0.1": Address already in use',
      /^full ended while .*taken a port meanwhile.*$/,
    ],
  ] as const) {
    const unit = sleeper('full', `console.error(${JSON.stringify(words)}); process.exit(1)`);
    await expect(unit.start()).rejects.toThrow(sentence);
  }
});

test('a supervised process that is killed from outside comes back with another pid', async () => {
  const unit = sleeper();
  const said: string[] = [];
  await unit.start();
  const end = supervise(unit, (line) => said.push(line));
  const pid = unit.pid() ?? 0;
  process.kill(pid, 'SIGKILL');
  await until('restart', () => said.some((line) => line.includes('is up again')));
  expect(unit.pid()).not.toBe(pid);
  expect(said[0]).toContain('ended (signal SIGKILL)');
  end();
  await unit.stop();
  expect(unit.pid()).toBeUndefined();
});

test('a process that was killed on purpose stays down until it is started', async () => {
  const unit = sleeper();
  await unit.start();
  const said: string[] = [];
  const end = supervise(unit, (line) => said.push(line));
  await unit.kill9();
  await delay(700);
  expect(unit.pid()).toBeUndefined();
  expect(said).toEqual([]);
  await unit.start();
  expect(unit.pid()).toBeDefined();
  end();
  await unit.stop();
});

test('a process that ignores its stop signal is killed after its time', async () => {
  const unit = createUnit(
    {
      name: 'stubborn',
      prepare: () => ({
        command: process.execPath,
        args: ['-e', 'process.on("SIGTERM", () => 0); console.log("up"); setInterval(() => 0, 1000)'],
      }),
      isReady: (logFile) => readFileSync(logFile, 'utf8').includes('up'),
      readyTimeoutMs: 45_000,
      stopSignal: 'SIGTERM',
      stopTimeoutMs: 200,
    },
    { logs: folder, pids: folder },
  );
  await unit.start();
  const pid = unit.pid() ?? 0;
  await unit.stop();
  expect(isAlive(pid)).toBe(false);
});

test('a port somebody listens on is seen as taken, a free one as free', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  expect(await isPortTaken((server.address() as AddressInfo).port)).toBe(true);
  expect(await isPortTaken(await freePort())).toBe(false);
  await new Promise((resolve) => server.close(resolve));
});

test('a port that a process has drawn is drawn by no other before a server listens on it', async () => {
  const port = await freePort();
  const ports = JSON.stringify(join(__dirname, '../src/infra/ports.ts'));
  const program = `require(${ports}).freePort(${String(port)}).then((drawn) => console.log(drawn))`;
  const other = execFileSync(process.execPath, ['--import', 'tsx', '--eval', program], { encoding: 'utf8' });
  expect(Number(other)).toBeGreaterThan(0);
  expect(Number(other)).not.toBe(port);
});

test('a second start on the same folder is refused, one after a crash is not', async () => {
  const state = openState(folder);
  await state.lock('http://localhost:1');
  expect(runningAt(folder)).toBe('http://localhost:1');
  await expect(state.lock('http://localhost:2')).rejects.toThrow(/already runs/);
  const crashed = { pid: process.pid, identity: 'an earlier boot/1', baseUrl: '' };
  writeFileSync(join(folder, 'lock.json'), JSON.stringify(crashed));
  expect(runningAt(folder)).toBeUndefined();
  await state.lock('http://localhost:3');
  expect(runningAt(folder)).toBe('http://localhost:3');
});

test('a start while the earlier one is stopping waits for its end', async () => {
  const state = openState(folder);
  await state.lock('http://localhost:1');
  state.markStopping('http://localhost:1');
  const second = state.lock('http://localhost:2');
  expect(runningAt(folder)).toBeUndefined();
  state.unlock();
  await second;
  expect(runningAt(folder)).toBe('http://localhost:2');
});

test('secrets are made once, kept, and readable by their owner only', () => {
  const secrets = openState(folder).secrets();
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(openState(folder).secrets()).toEqual(secrets);
  expect(secrets.dataKeys.billing).toMatch(/^[A-Za-z0-9+/]{43}=$/);
});
