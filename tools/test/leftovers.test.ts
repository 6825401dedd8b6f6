import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { removeLeftovers } from '../src/infra/leftovers';
import { processIdentity } from '../src/infra/process';

/** Elsewhere only what has a pid file is found. */
const hasProc = existsSync('/proc/self/mountinfo');
const testOnLinux = hasProc ? test : test.skip;
let base: string;
let folder: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'leftovers-'));
  folder = join(base, 'data-1');
  mkdirSync(join(folder, 'logs'), { recursive: true });
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const path of mountsBelow()) execFileSync('umount', ['--lazy', path]);
  rmSync(base, { recursive: true, force: true });
});

const sign = (pid: number, identity = processIdentity(pid) ?? ''): void => {
  writeFileSync(join(folder, 'owner.json'), JSON.stringify({ pid, identity }));
};
const mountsBelow = (): string[] =>
  (hasProc ? readFileSync('/proc/self/mountinfo', 'utf8') : '')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((path) => path.startsWith(base));

/** A process without a pid file that writes its output to this file. */
async function writerTo(file: string): Promise<ChildProcess> {
  const out = openSync(file, 'a');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: ['ignore', out, out] });
  started.push(child);
  await once(child, 'spawn');
  return child;
}

/** Undefined where this user may not. */
function mounted(): string | undefined {
  const path = join(folder, 'disks', 'postgres');
  mkdirSync(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  writeFileSync(join(path, 'PG_VERSION'), '18');
  return path;
}

testOnLinux(
  'what an owner that was killed has left, is gone: a process that had no pid file yet, a mounted disk, the folder',
  async () => {
    sign(process.pid, 'an earlier boot/1');
    const child = await writerTo(join(folder, 'logs', 'billing.log'));
    const ended = once(child, 'exit');
    mounted();
    await removeLeftovers(base, 'data-');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(mountsBelow()).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  },
);

test('what an owner uses that lives, stays, and so does a folder of nobody', async () => {
  sign(process.pid);
  const child = await writerTo(join(folder, 'logs', 'billing.log'));
  const disk = mounted();
  mkdirSync(join(base, 'data-2'));
  await removeLeftovers(base, 'data-');
  expect(processIdentity(child.pid ?? 0)).toBeDefined();
  expect(mountsBelow()).toEqual(disk === undefined ? [] : [disk]);
  expect(existsSync(join(base, 'data-2'))).toBe(true);
});

test('a process that writes elsewhere is left alone', async () => {
  sign(process.pid, 'an earlier boot/1');
  const child = await writerTo(join(base, 'data-1.log'));
  await removeLeftovers(base, 'data-');
  expect(processIdentity(child.pid ?? 0)).toBeDefined();
});
