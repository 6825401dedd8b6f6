import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { serve, type FakeServer } from './fake-api';
import { fakeTerminal, type FakeTerminal } from './fake-terminal';

describe('Ctrl-C ends the program with 130', () => {
  let api: FakeServer;
  let terminal: FakeTerminal;
  beforeAll(async () => {
    // It never answers.
    api = await serve(() => undefined);
    terminal = fakeTerminal({ PITANGA_URL: api.url, PITANGA_KEY: 'pit_dev_1' });
  });
  afterAll(async () => {
    terminal.remove();
    await api.stop();
  });

  let program: ChildProcessWithoutNullStreams;
  afterEach(() => {
    program.kill('SIGKILL');
  });
  const start = (line: string) =>
    spawn(process.execPath, ['--import', 'tsx', join(__dirname, '../src/main.ts'), ...line.split(' ')], {
      env: { ...terminal.env, PATH: process.env.PATH },
      cwd: join(__dirname, '..'),
    });

  it.each(['whoami', 'pay pix_char_1', 'charges refund pix_char_1'])(
    'in %s, which waits for an answer',
    async (line) => {
      const before = api.asked.length;
      program = start(line);
      while (api.asked.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
      program.kill('SIGINT');
      expect(await once(program, 'exit')).toEqual([130, null]);
    },
  );

  it('in verify, which waits for a body', async () => {
    program = start('verify --secret whsec_x');
    // It reads: what it was given is gone.
    await new Promise((resolve) => program.stdin.write(' '.repeat(200_000), resolve));
    program.kill('SIGINT');
    expect(await once(program, 'exit')).toEqual([130, null]);
  });
});
