import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { privateFolder } from './private-folder';
import { redisBinary } from './redis-binary';
import { createUnit, type Unit, type UnitFolders } from './unit';

export interface RedisOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly durable: boolean;
}

/** A server that answers nothing without its password, which is in `url` and another one at every start of a platform. */
export function redisUnit(options: RedisOptions, folders: UnitFolders): { unit: Unit; url: string } {
  privateFolder(options.dataDir);
  const password = randomBytes(16).toString('hex');
  const unit = createUnit(
    {
      name: 'redis',
      prepare: async () => {
        // A file, since every user of the machine sees the arguments of a process.
        const file = join(options.dataDir, 'redis.conf');
        writeFileSync(file, renderConfiguration(options, password), { mode: 0o600 });
        return { command: await redisBinary(), args: [file] };
      },
      isReady: () => answersPing(options.port, password),
      readyTimeoutMs: 60_000,
      stopSignal: 'SIGTERM',
      stopTimeoutMs: 10_000,
    },
    folders,
  );
  return { unit, url: `redis://:${password}@127.0.0.1:${String(options.port)}` };
}

function renderConfiguration({ dataDir, port, durable }: RedisOptions, password: string): string {
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: JSON.stringify(dataDir),
    appendonly: durable ? 'yes' : 'no',
    save: '""',
    requirepass: password,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('');
}

/** Asks in Redis' inline protocol, so that no client library is needed for two words. */
function answersPing(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    let answer = '';
    const finish = (ready: boolean): void => {
      socket.destroy();
      resolve(ready);
    };
    socket.setTimeout(1000, () => {
      finish(false);
    });
    socket.on('data', (part) => {
      answer += part.toString();
      if (/^[+-].*\r\n[+-].*\r\n$/.test(answer)) finish(answer === '+OK\r\n+PONG\r\n');
    });
    socket.once('error', () => {
      finish(false);
    });
  });
}
