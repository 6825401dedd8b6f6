import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Log } from '@pitanga/runtime';
import { silentLog } from '@pitanga/testing';
import { createRedis } from './redis';

it('leaves no connection open when it is stopped while it connects, and says nothing of it', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const accepted = once(server, 'connection');
  const warnings: unknown[] = [];
  const log = { ...silentLog, warn: (fields: unknown) => void warnings.push(fields) } as unknown as Log;

  createRedis({ url: `redis://127.0.0.1:${String((server.address() as AddressInfo).port)}`, log }).stop();
  const [socket] = (await accepted) as [Socket];
  // It may be reset.
  socket.on('error', () => undefined).resume();
  await new Promise((resolve) => socket.once('close', resolve));

  expect(warnings).toEqual([]);
  await new Promise((resolve) => server.close(resolve));
});
