import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What a way does to the bytes on it. */
export type Condition =
  | { readonly kind: 'open' }
  /** Connections are reset, and new ones refused. */
  | { readonly kind: 'cut' }
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

/** Bytes that pass at once; a throttled way takes smaller bites, so that it does not stand still in between. */
const biteBytes = 2_048;

/** @param target port on this machine */
export async function openLink(target: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let condition: Condition = { kind: 'open' };
  let changed = Promise.withResolvers<undefined>();

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.setNoDelay();
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  /** Ends when the bytes may go on. */
  const pass = async (bytes: number): Promise<void> => {
    while (condition.kind === 'silent') await changed.promise;
    if (condition.kind === 'delayed') await delay(condition.ms);
    if (condition.kind === 'throttled') await delay((bytes * 1_000) / condition.bytesPerSecond);
  };
  const relay = async (from: Socket, to: Socket): Promise<void> => {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        for (const part of condition.kind === 'throttled' ? bites(chunk) : [chunk]) {
          if (condition.kind !== 'open') await pass(part.length);
          if (to.destroyed) return;
          if (!to.write(part)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
        }
      }
      to.end();
    } catch {
      // A reset on one side is one on the other.
      to.destroy();
    }
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    if (condition.kind === 'cut') {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    keep(upstream);
    upstream.once('error', () => client.resetAndDestroy());
    client.once('error', () => upstream.destroy());
    void relay(client, upstream);
    void relay(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const drop = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port,
    become: (next) => {
      condition = next;
      if (next.kind === 'cut') drop();
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

function bites(chunk: Buffer): Buffer[] {
  const count = Math.ceil(chunk.length / biteBytes);
  return Array.from({ length: count }, (_, index) => chunk.subarray(index * biteBytes, (index + 1) * biteBytes));
}
