import { Agent, request } from 'node:http';

/** One request of a load, and what its answer gives to those that follow. */
export interface Call {
  readonly kind: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** Given the answer's `data`, and the whole answer. */
  readonly then?: (data: Record<string, unknown>, answer: Record<string, unknown>) => void;
}

export interface HttpCaller {
  /** @throws when the answer is not 2xx */
  send(call: Call): Promise<void>;
  close(): void;
}

/** Calls an API over kept connections, as many as there are calls at once. */
export function createHttpCaller(baseUrl: string, ownHeaders: Readonly<Record<string, string>>): HttpCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const { hostname, port } = new URL(baseUrl);
  return {
    send: ({ kind, method, path, body, then }) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? '' : JSON.stringify(body);
        const headers = {
          ...ownHeaders,
          ...(method === 'POST' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        };
        const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode = 0 } = response;
            const answer = Buffer.concat(chunks).toString();
            if (statusCode < 200 || statusCode > 299) {
              reject(new Error(`${kind} was answered ${String(statusCode)}: ${answer.slice(0, 300)}`));
              return;
            }
            if (then) {
              const json = JSON.parse(answer) as Record<string, unknown>;
              then(json.data as Record<string, unknown>, json);
            }
            resolve();
          });
        });
        sent.on('error', reject);
        sent.end(text);
      }),
    close: () => {
      agent.destroy();
    },
  };
}
