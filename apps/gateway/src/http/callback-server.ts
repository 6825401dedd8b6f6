import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { configError } from '@pitanga/runtime';
import type { CallbackConfig } from './callbacks/callback-config';
import { callbacksRoutes, type CallbackDeps } from './callbacks/callbacks-routes';
import { createServer, type ServerOptions } from './server';

export interface CallbackServer {
  readonly port: number;
  /** Finishes what was begun, for at most three seconds: a bank whose call is cut calls again. */
  stop(): Promise<void>;
}

const stopMs = 3_000;

/** The standard wants both sides to show certificates: a caller without one of a known bank does not get in. */
export async function startCallbackServer(
  config: CallbackConfig,
  options: ServerOptions,
  deps: CallbackDeps,
): Promise<CallbackServer> {
  const { CALLBACK_TLS_CERT: cert, CALLBACK_TLS_KEY: key, CALLBACK_TLS_CLIENT_CA: ca } = config;
  if (cert === undefined || key === undefined || ca === undefined) {
    throw configError(['CALLBACK_PORT needs CALLBACK_TLS_CERT, CALLBACK_TLS_KEY and CALLBACK_TLS_CLIENT_CA']);
  }
  const app = createServer(options);
  callbacksRoutes(app, deps);
  await app.ready();
  const server = createHttpsServer(
    { cert, key, ca, requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.2', requestTimeout: 30_000 },
    (request, response) => app.routing(request, response),
  );
  // Also those that have not shown a certificate yet, of which the HTTP server knows nothing.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.CALLBACK_PORT ?? 0, config.HOST, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, stopMs);
      await closed;
      clearTimeout(cut);
      await app.close();
    },
  };
}
