import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingPrograms, type Machine } from '../src/infra/needed-programs';
import { toolsDir } from '../src/workspace';

const servers = { kafka: true, redis: true };
const all = { ...servers, pythonClient: true };
const python = { minor: 11, modules: new Set(['pip', 'ensurepip']) };
const bare: Machine = { node: 24, hasJava: false, hasRedis: false };

describe('What a command needs of a machine', () => {
  it('is Python with pip alone: neither Java nor Maven nor a Redis has to be installed', () => {
    expect(missingPrograms(all, { ...bare, python })).toEqual([]);
  });

  it('is not even Python where Java and Redis are installed', () => {
    expect(missingPrograms(servers, { node: 24, hasJava: true, hasRedis: true })).toEqual([]);
  });

  it('is told at once, each with the command that installs it', () => {
    expect(missingPrograms(all, { ...bare, node: 20 })).toEqual([
      expect.stringMatching(/^Node 24: npm ci/),
      expect.stringMatching(/^Python 3 with pip, which fetches Java and Valkey: apt-get install python3-pip/),
      expect.stringMatching(/or Java by other means: apt-get install openjdk-17-jre-headless/),
      expect.stringMatching(/or Valkey by other means: apt-get install valkey-server/),
      expect.stringMatching(/^Python 3\.10 or newer, to test the Python client: apt-get install python3-venv/),
    ]);
  });

  it('names pip and venv where Debian has left them out of Python', () => {
    const withoutModules = { ...bare, python: { minor: 11, modules: new Set<string>() } };
    expect(missingPrograms(all, withoutModules)).toEqual([
      expect.stringContaining('Python 3 with pip'),
      expect.stringContaining('Java'),
      expect.stringContaining('Valkey'),
      expect.stringContaining('venv of Python'),
    ]);
  });

  it('stops npm test before it builds anything', () => {
    const PATH = mkdtempSync(join(tmpdir(), 'no-programs-'));
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(toolsDir, 'bin', 'run.cjs'), 'test'], {
      env: { ...process.env, PITANGA_TEST_INFRA: undefined, PATH },
      encoding: 'utf8',
    });
    rmSync(PATH, { recursive: true });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('npm run test needs more than this machine has:\n');
    expect(stderr).toContain('Python 3.10 or newer');
  });
});
