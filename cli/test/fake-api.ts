import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server of this machine that answers as a test wants. */
export interface FakeServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  stop(): Promise<void>;
}

/** @param port one that another has left; any when left out */
export async function serve(answer: (asked: Asked, response: ServerResponse) => void, port = 0): Promise<FakeServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const one = { path: pathname, query: searchParams, headers: request.headers, body };
      asked.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function answerData(response: ServerResponse, data: unknown, pagination?: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data, success: true, error: null, ...(pagination && { pagination }) }));
}

export function refuse(response: ServerResponse, status: number, code: string, error: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ data: null, success: false, error, code }));
}
