import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Api } from './api';

const pollEveryMs = 250;
/** Gives a new connection time to send its first request, in ms. */
const closeIdleEveryMs = 1_000;

/**
 * Drains the server before it closes: for up to `drainMs` milliseconds it answers with `connection: close`, until the
 * clients have closed their keep-alive connections. Closing a connection while a client sends its next request would
 * lose that request; after `connection: close` the client reconnects to another replica.
 *
 * Afterwards only requests in flight keep the server open. Node would wait a minute for the first request of a
 * connection that was opened in advance, as browsers and load balancers do.
 */
export function drainBeforeClose(app: Api, drainMs: number): void {
  const connections = promisify(app.server.getConnections.bind(app.server));
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));

  let isClosing = false;
  // Fastify sets it on requests received while it closes; this also covers earlier ones.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  // Fastify runs these hooks first, and closes the server after them.
  app.addHook('preClose', async () => {
    isClosing = true;
    for (let waitedMs = 0; waitedMs < drainMs; waitedMs += pollEveryMs) {
      await delay(Math.min(pollEveryMs, drainMs - waitedMs));
      if ((await connections()) === 0) break;
    }
    const closing = setInterval(() => {
      for (const socket of silent) socket.destroy();
      app.server.closeIdleConnections();
    }, closeIdleEveryMs).unref();
    app.server.once('close', () => clearInterval(closing));
  });
}
