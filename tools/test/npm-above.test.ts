import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity, signalProcess } from '../src/infra/process';

let folder: string;
let shell: ChildProcess;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'npm-above-'));
});
afterEach(() => {
  // The process group of the shell holds all that npm has started.
  if (shell.pid !== undefined) signalProcess(-shell.pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** A shell without a terminal that starts npm in the background and ends, as that of a step of CI. */
async function startByShell(place = ''): Promise<{ npm: number; started: number }> {
  const start = `exec '${process.execPath}' '${join(__dirname, 'npm', 'stub.cjs')}' '${folder}' ${place}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
  shell = spawn('sh', ['-c', 'nohup npm start >/dev/null 2>&1 & while [ ! -s pids ]; do sleep 0.1; done'], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
  });
  await once(shell, 'exit');
  const [npm = 0, started = 0] = readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number);
  expect(processIdentity(npm)).toBeDefined();
  return { npm, started };
}

/** Three looks for npm, which are half a second apart. */
const looks = 1700;

async function stopped(): Promise<string> {
  for (let waited = 0; !existsSync(join(folder, 'stopped')) && waited < 30_000; waited += 50) await delay(50);
  return existsSync(join(folder, 'stopped')) ? readFileSync(join(folder, 'stopped'), 'utf8') : 'not stopped';
}

test.each(['', 'between'])('what npm has started outlives the shell above, and ends with npm: %s', async (place) => {
  const { npm, started } = await startByShell(place);
  await delay(looks);
  expect(processIdentity(started)).toBeDefined();
  process.kill(npm, 'SIGKILL');
  expect(await stopped()).toBe('the end of npm');
});

test('under nohup it outlives its terminal, with which npm ends, and stops by SIGTERM', async () => {
  const { npm, started } = await startByShell('between');
  process.kill(-(shell.pid ?? 0), 'SIGHUP');
  while (processIdentity(npm) !== undefined) await delay(20);
  await delay(looks);
  expect(processIdentity(started)).toBeDefined();
  process.kill(started, 'SIGTERM');
  expect(await stopped()).toBe('SIGTERM');
});
