import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createEgress, type EgressRequest } from '../src/egress';
import type { EgressOutcome } from '../src/egress-error';

export const loopback = { allowLoopback: true, requireHttps: false };
export const strict = { allowLoopback: false, requireHttps: false };
const closers: (() => Promise<unknown>)[] = [];

/** Closes what a test opened; for afterEach. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

export async function http(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

export async function tcp(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

export function egress(options: Parameters<typeof createEgress>[0] = {}): ReturnType<typeof createEgress> {
  const created = createEgress(options);
  closers.push(() => created.close());
  return created;
}

export function post(url: string, more: Partial<EgressRequest> = {}): EgressRequest {
  return { url, method: 'POST', headers: {}, body: '{}', timeoutMs: 30_000, policy: loopback, ...more };
}

export async function outcome(work: Promise<unknown>): Promise<EgressOutcome | undefined> {
  return await work.then(
    () => undefined,
    (error: unknown) => (error as { outcome: EgressOutcome }).outcome,
  );
}
