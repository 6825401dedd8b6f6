import { promisify } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from './api';

const lookEveryMs = 250;

/**
 * Before the server closes it goes on answering, each time with `connection: close`, until its clients have let go of
 * their kept connections or `drainMs` milliseconds are over. A connection that is closed while a client begins its next
 * request loses that request: being told at the end of an answer, the client opens a new one, at another replica.
 */
export function drainBeforeClose(app: Api, drainMs: number): void {
  const connections = promisify(app.server.getConnections.bind(app.server));
  // Fastify marks answers for closing before it runs these hooks, and closes the server after them.
  app.addHook('preClose', async () => {
    for (let waitedMs = 0; waitedMs < drainMs; waitedMs += lookEveryMs) {
      await delay(Math.min(lookEveryMs, drainMs - waitedMs));
      if ((await connections()) === 0) return;
    }
  });
}
