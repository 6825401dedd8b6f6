import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookAtMachine, missing, obstacles, ownPostgres, type Machine } from '../bin/preflight.cjs';
import { plainProblem } from '../src/infra/plain-problem';
import { toolsDir } from '../src/workspace';

const servers = { kafka: true, redis: true };
const all = { ...servers, pythonClient: true };
const python = { minor: 11, modules: new Set(['pip', 'ensurepip']) };
const bare: Machine = {
  node: 24,
  hasPackages: true,
  hasJava: false,
  hasRedis: false,
  installer: 'apt-get',
  freeGigabytes: 100,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preflight-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('What a command needs of a machine', () => {
  it('is Python with pip alone: neither Java nor Maven nor a Redis has to be installed', () => {
    expect(missing(all, { ...bare, python })).toEqual([]);
  });

  it('is not even Python where Java and Redis are installed', () => {
    expect(missing(servers, { ...bare, hasJava: true, hasRedis: true })).toEqual([]);
  });

  it('is told at once, with the one command of the system that installs it', () => {
    expect(missing(all, { ...bare, node: 20, freeGigabytes: 0.25 })).toEqual([
      expect.stringMatching(/^Node 24 \(this is 20\): npm ci/),
      expect.stringMatching(/^Python 3 with pip, which fetches Java and Valkey .*KAFKA_BROKERS and REDIS_URL/),
      expect.stringMatching(/^Python 3\.10 or newer, to test the Python client/),
      expect.stringMatching(/^1 GB of free disk: 0\.3 GB are free/),
      expect.stringMatching(/apt-get update && .*apt-get install -y python3 python3-pip python3-venv$/),
    ]);
    expect(missing(servers, { ...bare, installer: 'dnf' }).at(-1)).toMatch(/dnf install -y python3 python3-pip$/);
    expect(missing(servers, { ...bare, installer: 'brew' }).at(-1)).toBe('To install: brew install python');
  });

  it('before npm ci is a Node that runs npm ci, and room for the packages', () => {
    expect(missing({}, { ...bare, hasPackages: false, node: 18, freeGigabytes: 2 })).toEqual([
      expect.stringMatching(/^Node 20 or newer .*https:\/\/nodejs\.org/),
      expect.stringMatching(/^2\.5 GB of free disk: 2\.0 GB are free/),
    ]);
    expect(missing({}, { ...bare, hasPackages: false, node: 20 })).toEqual([]);
  });

  it('names pip and venv where Debian has left them out of Python', () => {
    expect(missing(all, { ...bare, python: { minor: 11, modules: new Set<string>() } })).toEqual([
      expect.stringContaining('Python 3 with pip'),
      expect.stringContaining('venv of Python'),
      expect.stringContaining('python3-pip python3-venv'),
    ]);
  });

  it('stops npm test before it builds anything', () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(toolsDir, 'bin', 'run.cjs'), 'test'], {
      env: { ...process.env, PITANGA_TEST_INFRA: undefined, PATH: folder },
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('Before npm run test, see to this:\n');
    expect(stderr).toContain('Python 3.10 or newer');
  });
});

describe('Where a platform is to run', () => {
  const data = (version: string): void => {
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), `${version}\n`);
  };

  it('is asked of without packages of npm: a busy port and data of another PostgreSQL are told together', async () => {
    data('16');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = String((server.address() as AddressInfo).port);
    const program = join(toolsDir, 'bin', 'preflight.cjs');
    const { status, stderr } = spawnSync(process.execPath, [program, '--port', port, '--data', folder], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });
    await new Promise((resolve) => server.close(resolve));
    expect(status).toBe(1);
    expect(stderr).toContain(`Port ${port} is taken by another program`);
    expect(stderr).toContain(`is of PostgreSQL 16, which PostgreSQL ${ownPostgres()} cannot read`);
    expect(stderr).toMatch(/docker run .* postgres:16 bash -c '.*pg_dumpall.*' > pitanga-16\.sql/);
  });

  it('has no obstacle in data of its own PostgreSQL', async () => {
    data(ownPostgres());
    expect(await obstacles({ port: 0, dataDir: folder })).toEqual([]);
  });

  it('knows how much of a disk is free, also of a folder that is not there yet', () => {
    expect(lookAtMachine({}, join(folder, 'a', 'b')).freeGigabytes).toBeGreaterThan(0);
  });
});

test('an error of a full disk is told in a sentence, another one is not', () => {
  const error = (() => {
    try {
      writeFileSync('/dev/full', 'x');
    } catch (reason) {
      return String(reason);
    }
    return '';
  })();
  // Other systems have no such device.
  if (error.includes('ENOSPC')) expect(plainProblem(error)).toMatch(/^The disk is full: make room/);
  expect(plainProblem('EADDRINUSE: address already in use 127.0.0.1:8080')).toMatch(
    /^Another program has taken a port/,
  );
  expect(plainProblem('relation "charge" does not exist')).toBeUndefined();
});
