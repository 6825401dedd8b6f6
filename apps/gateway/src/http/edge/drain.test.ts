import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { systemClock } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, testIds } from '@pitanga/testing';
import { createServer } from '../server';
import type { Api } from './api';
import { drainBeforeClose } from './drain';

/** Answers /slow once `release` is called. */
async function startServer(drainMs: number) {
  const settings = {
    log: silentLog,
    clock: systemClock,
    ids: testIds,
    metrics: createMetrics(),
    trustedProxyHops: 0,
    publicUrl: 'https://pitanga.example',
  };
  const app: Api = createServer(settings);
  const [asked, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  drainBeforeClose(app, drainMs);
  app.get('/slow', { config: { permission: 'none' } }, async () => {
    asked.resolve(undefined);
    await released.promise;
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, asked: asked.promise, release: () => released.resolve(undefined) };
}

async function silentConnection(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe('a server that closes', () => {
  it('waits a moment, and no minute, for a connection that has never asked anything', async () => {
    const { app, port } = await startServer(0);
    const silent = await silentConnection(port);
    const cut = once(silent, 'close');
    await app.close();
    await cut;
  }, 45_000);

  it('answers what it was asked before, however long that takes, and asks that client to let go', async () => {
    const { app, port, asked, release } = await startServer(0);
    const answer = fetch(`http://127.0.0.1:${String(port)}/slow`);
    await asked;
    const silent = await silentConnection(port);
    const closed = app.close();
    await once(silent, 'close');
    release();
    const { headers } = await answer;
    expect([headers.get('connection'), await (await answer).text()]).toEqual(['close', 'done']);
    await closed;
  }, 45_000);

  it('goes on answering while it drains, and asks its clients to let go', async () => {
    const { app, port, release } = await startServer(30_000);
    release();
    // While it is open the server does not end its wait.
    const silent = await silentConnection(port);
    const closed = app.close();
    const answer = await fetch(`http://127.0.0.1:${String(port)}/slow`);
    expect([answer.headers.get('connection'), await answer.text()]).toEqual(['close', 'done']);
    silent.destroy();
    await closed;
  });
});
