import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { configError } from '@pitanga/runtime';
import type { CallbackConfig } from './callbacks/callback-config';
import { callbacksRoutes, type CallbackDeps } from './callbacks/callbacks-routes';
import { createServer, type ServerOptions } from './server';

export interface CallbackServer {
  readonly port: number;
  /** Waits at most three seconds for calls in flight: a bank repeats a call that was cut. */
  stop(): Promise<void>;
}

const stopMs = 3_000;

/** The standard requires mutual TLS: callers without a certificate of a known bank are refused. */
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
  // Includes connections before their TLS handshake, which the HTTP server does not track.
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
