import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What a way does to the bytes on it. */
export type Condition =
  | { readonly kind: 'open' }
  /** Connections are reset, also new ones. */
  | { readonly kind: 'cut' }
  /** Connections are reset, and nothing listens. */
  | { readonly kind: 'refused' }
  /** Connections are ended in good order, also new ones, and what is on its way is lost. */
  | { readonly kind: 'ended' }
  /** Connections stay, and nothing arrives. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'delayed'; readonly ms: number }
  | { readonly kind: 'throttled'; readonly bytesPerSecond: number };

/** A TCP proxy between one part and another. */
export interface Link {
  /** Where its client connects. */
  readonly port: number;
  become(condition: Condition): void;
  close(): void;
}

/** Who sends on a way. */
type End = 'client' | 'server';

/** Bytes that pass at once; a throttled way takes smaller bites, so that it does not stand still in between. */
const biteBytes = 2_048;

/**
 * @param target port on this machine
 * @param watch sees what comes before it is passed on, and may change the condition that it meets
 */
export async function openLink(
  target: number,
  watch?: (chunk: Buffer, from: End) => Promise<void> | void,
): Promise<Link> {
  const sockets = new Set<Socket>();
  let condition: Condition = { kind: 'open' };
  let changed = Promise.withResolvers<undefined>();

  /** Ends when the bytes may pass. */
  const pass = async (bytes: number): Promise<void> => {
    while (condition.kind === 'silent') await changed.promise;
    if (condition.kind === 'delayed') await delay(condition.ms);
    if (condition.kind === 'throttled') await delay((bytes * 1_000) / condition.bytesPerSecond);
  };
  /** The parts of what has come, each when it may pass; none once connections are ended. */
  async function* passing(from: Socket, side: End): AsyncGenerator<Buffer> {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      await watch?.(chunk, side);
      for (const part of condition.kind === 'throttled' ? bites(chunk) : [chunk]) {
        if (condition.kind !== 'open') await pass(part.length);
        if (condition.kind !== 'ended') yield part;
      }
    }
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(sockets, client);
    if (isTurnedAway(client, condition)) return;
    const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    keep(sockets, upstream);
    upstream.once('error', () => client.resetAndDestroy());
    client.once('error', () => upstream.destroy());
    void relay(passing(client, 'client'), upstream);
    void relay(passing(upstream, 'server'), client);
  });
  const port = await listen(server, 0);
  const drop = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port,
    become: (next) => {
      if (next.kind === 'refused') server.close();
      else if (condition.kind === 'refused') void listen(server, port);
      condition = next;
      if (next.kind === 'cut' || next.kind === 'refused') drop();
      if (next.kind === 'ended') for (const socket of sockets) socket.end();
      changed.resolve(undefined);
      changed = Promise.withResolvers();
    },
    close: () => {
      server.close();
      condition = { kind: 'open' };
      changed.resolve(undefined);
      drop();
    },
  };
}

/** Whether a connection is ended as soon as it comes. */
function isTurnedAway(client: Socket, { kind }: Condition): boolean {
  if (kind === 'cut') client.resetAndDestroy();
  if (kind === 'ended') client.end();
  return kind === 'cut' || kind === 'ended';
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.setNoDelay();
  socket.on('error', () => undefined);
  socket.once('close', () => sockets.delete(socket));
}

async function listen(server: Server, at: number): Promise<number> {
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function relay(parts: AsyncIterable<Buffer>, to: Socket): Promise<void> {
  try {
    for await (const part of parts) {
      if (to.destroyed) return;
      if (!to.write(part)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    }
    to.end();
  } catch {
    // A reset on one side is one on the other.
    to.destroy();
  }
}

function bites(chunk: Buffer): Buffer[] {
  const count = Math.ceil(chunk.length / biteBytes);
  return Array.from({ length: count }, (_, index) => chunk.subarray(index * biteBytes, (index + 1) * biteBytes));
}
