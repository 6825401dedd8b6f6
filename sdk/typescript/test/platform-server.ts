import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '../src/client';
import type { Api } from '../src/gen/api';
import type { Connection } from '../src/request';
import { webSurroundings } from '../src/surroundings';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** Answers the n-th request, counted from 0. */
type Answer = (response: ServerResponse, request: SeenRequest, index: number) => void;

export interface PlatformServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
}

/** An HTTP server that answers in the platform's place, and remembers what it was asked. */
export async function startServer(answer: Answer): Promise<PlatformServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void seenRequest(request).then((one) => {
      seen.push(one);
      answer(response, one, seen.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function seenRequest(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: request.method ?? '',
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: request.headers,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

/** An answer of the platform: a record, or with `pagination` a page. */
export function answerData(response: ServerResponse, data: unknown, rest: object = {}): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data, success: true, error: null, ...rest }));
}

export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers });
  response.end(JSON.stringify({ data: null, success: false, error: `Refused: ${code}.`, code }));
}

export interface TestClient {
  readonly api: Api;
  /** How long the client wanted to sleep, each time; it does not. */
  readonly sleeps: readonly number[];
}

/** A client whose sleeps end at once, whose chance is always a half, and whose keys are counted. */
export function testClient(url: string, changed: Partial<Connection> = {}): TestClient {
  const sleeps: number[] = [];
  let keys = 0;
  const api = connect({
    ...webSurroundings,
    sleep: (ms, signal) => {
      sleeps.push(ms);
      signal?.throwIfAborted();
      return Promise.resolve();
    },
    random: () => 0.5,
    newKey: () => `key-${(keys += 1)}`,
    key: 'pit_dev_test',
    url,
    timeoutMs: 20_000,
    maxRetries: 2,
    silenceMs: 20_000,
    onWarning: false,
    ...changed,
  });
  return { api, sleeps };
}
