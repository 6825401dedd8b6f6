import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBuildInfo } from './build-info';
import type { Log } from './log';
import type { Metrics } from './metrics';

export interface Ops {
  /** The bound port, also when the configured one is 0. */
  readonly port: number;
  stop(): Promise<void>;
}

export interface OpsOptions {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  readonly registry: Metrics;
  /** Result of `/readyz`: `lifecycle.isReady`. */
  readonly ready: () => boolean;
}

/**
 * The operations port. `/livez` answers 200 while the process runs and checks no dependency, which a restart would not
 * repair, and says the version of an image; `/readyz` returns `ready`; `/metrics` is Prometheus text.
 */
export async function startOps(options: OpsOptions): Promise<Ops> {
  const { log, registry } = options;
  const build = readBuildInfo();
  const alive = build ? `ok\nversion ${build.version}\nrevision ${build.revision}\n` : 'ok\n';

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/livez') send(response, 200, alive);
    else if (path === '/readyz' && options.ready()) send(response, 200, 'ready\n');
    else if (path === '/readyz') send(response, 503, 'not ready\n');
    else if (path === '/metrics') send(response, 200, await registry.metrics(), registry.contentType);
    else send(response, 404, 'not found\n');
  }

  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    answer(path, response).catch((error: unknown) => {
      log.error({ err: error, path }, 'operations endpoint failed');
      if (!response.headersSent) send(response, 500, 'internal error\n');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, body: string, contentType = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
