import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { redisBinary } from './artifacts';
import { createUnit, type Unit, type UnitFolders } from './unit';

export interface RedisOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly durable: boolean;
}

export function redisUnit(options: RedisOptions, folders: UnitFolders): { unit: Unit; url: string } {
  const unit = createUnit(
    {
      name: 'redis',
      prepare: async () => {
        mkdirSync(options.dataDir, { recursive: true });
        const server = ['redis-server', 'valkey-server'].find(isOnPath) ?? (await redisBinary());
        const settings = {
          port: String(options.port),
          bind: '127.0.0.1',
          dir: options.dataDir,
          appendonly: options.durable ? 'yes' : 'no',
          save: '',
        };
        return { command: server, args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]) };
      },
      isReady: () => answersPing(options.port),
      readyTimeoutMs: 60_000,
      stopSignal: 'SIGTERM',
      stopTimeoutMs: 10_000,
    },
    folders,
  );
  return { unit, url: `redis://127.0.0.1:${String(options.port)}` };
}

function isOnPath(command: string): boolean {
  return spawnSync(command, ['--version']).status === 0;
}

/** Asks in Redis' inline protocol, so that no client library is needed for one word. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const finish = (ready: boolean): void => {
      socket.destroy();
      resolve(ready);
    };
    socket.setTimeout(1000, () => {
      finish(false);
    });
    socket.once('data', (answer) => {
      finish(answer.toString().startsWith('+PONG'));
    });
    socket.once('error', () => {
      finish(false);
    });
  });
}
