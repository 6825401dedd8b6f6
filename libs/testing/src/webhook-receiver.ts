import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A request that the receiver got, with its body byte for byte. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly receivedAt: Date;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds before the answer. */
  readonly delayMs?: number;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

/**
 * A real HTTP endpoint on the loopback interface that records what it gets. `answer` decides per request;
 * `index` counts from 0. Without it everything is answered 200.
 */
export async function webhookReceiver(
  answer: (request: SeenRequest, index: number) => ReceiverAnswer = () => ({ status: 200 }),
): Promise<WebhookReceiver> {
  const seen: SeenRequest[] = [];
  const stopping = new AbortController();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry: SeenRequest = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        receivedAt: new Date(),
      };
      seen.push(entry);
      const { status, headers = {}, body = '', delayMs = 0 } = answer(entry, seen.length - 1);
      const send = (): void => void response.writeHead(status, headers).end(body);
      if (delayMs === 0) send();
      else delay(delayMs, undefined, { signal: stopping.signal }).then(send, () => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    seen,
    close: async () => {
      stopping.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
