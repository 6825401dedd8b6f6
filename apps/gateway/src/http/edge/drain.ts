import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Api } from './api';

const lookEveryMs = 250;
/** Often enough that a stop is not felt, and time for a connection that was just opened to begin, in ms. */
const letGoEveryMs = 1_000;

/**
 * Before the server closes it goes on answering, each time with `connection: close`, until its clients have let go of
 * their kept connections or `drainMs` milliseconds are over. A connection that is closed while a client begins its next
 * request loses that request: being told at the end of an answer, the client opens a new one, at another replica.
 *
 * From then on nothing but what was asked before holds the server open. Node would wait a minute for the first request of
 * a connection that was opened in advance, as browsers and load balancers do.
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
  // Fastify tells it to those who ask while it closes; this tells it also to those who asked before.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  // Fastify runs these hooks first, and closes the server after them.
  app.addHook('preClose', async () => {
    isClosing = true;
    for (let waitedMs = 0; waitedMs < drainMs; waitedMs += lookEveryMs) {
      await delay(Math.min(lookEveryMs, drainMs - waitedMs));
      if ((await connections()) === 0) break;
    }
    const letGo = setInterval(() => {
      for (const socket of silent) socket.destroy();
      app.server.closeIdleConnections();
    }, letGoEveryMs).unref();
    app.server.once('close', () => clearInterval(letGo));
  });
}
