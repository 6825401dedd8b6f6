import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';

const program = join(__dirname, '../public/copy-from-abacatepay.mjs');

export type Row = Readonly<Record<string, unknown>>;
interface Call {
  readonly path: string;
  readonly id: string | null;
  readonly body: Row;
}
/** An answer: a status below 300 has `data`, any other is refused. */
type Answer = readonly [status: number, data: unknown, pagination?: Row | undefined, error?: string, code?: string];

interface Run {
  readonly code: number;
  readonly said: string;
}

/** Stand-ins of both stores, and the program between them; what is served is closed after each test. */
export function copyBetweenStandIns() {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  async function serve(answer: (call: Call) => Answer): Promise<{ url: string; calls: Call[] }> {
    const calls: Call[] = [];
    const server = createServer((request, response) => {
      void textOf(request).then((text) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
        const path = pathname.replace('/v2/', '');
        const call = { path, id: searchParams.get('id'), body: (text === '' ? {} : JSON.parse(text)) as Row };
        calls.push(call);
        const [status, data, pagination, error = 'No.', code = 'INVALID_BODY'] = answer(call);
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ data, pagination, ...(status >= 300 && { error, code }) }));
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, calls };
  }

  function copy(source: { url: string }, target: { url: string }, ...args: string[]): Promise<Run> {
    const env = { ABACATEPAY_URL: source.url, ABACATEPAY_KEY: 'a', PITANGA_URL: target.url, PITANGA_KEY: 'pit_dev_1' };
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...args], { env, timeout: 30_000 }, (failure, stdout, stderr) => {
        resolve({ code: failure === null ? 0 : Number(failure.code), said: stdout + stderr });
      });
    });
  }
  const all = (...rows: Row[]) => serve(() => [200, rows, { hasMore: false, next: null }]);
  return { serve, copy, all };
}
