import { createServer, type Server } from 'node:http';

/** Paths of the sample shop's endpoints. */
export const endpoints = { shop: '/loja', stock: '/estoque', old: '/sistema-antigo' } as const;

/** Larger bodies are not read. */
const bytesMax = 1_048_576;

/**
 * The sample shop's own server, which gets its webhooks: the shop takes them, the stock system is away for every fifth,
 * and the old system is gone.
 */
export async function openReceiver(port: number): Promise<{ readonly close: () => Promise<void> }> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    let bytes = 0;
    request.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > bytesMax) request.destroy();
    });
    request.on('end', () => {
      const isAway = request.url === endpoints.stock && calls % 5 === 0;
      const status = request.url === endpoints.old ? 410 : isAway ? 503 : 200;
      response.writeHead(status, { 'content-type': 'text/plain' }).end(status === 200 ? 'ok' : 'indisponível');
    });
  });
  await listen(server, port);
  return {
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
