import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { setInterval } from 'node:timers';

interface Backend {
  readonly port: number;
  /** Asked for /readyz. */
  readonly opsPort: number;
}

/** What a Service of Kubernetes is to a pod's clients: new connections go to the ready ones, open ones stay. */
export interface Balancer {
  readonly port: number;
  add(backend: Backend): void;
  /** As Kubernetes does with a pod that it is about to end: no new connections, whatever its readiness says. */
  remove(port: number): void;
  isReady(port: number): boolean;
  close(): Promise<void>;
}

const probeEveryMs = 100;

export async function startBalancer(): Promise<Balancer> {
  const backends = new Map<number, Backend>();
  const ready = new Set<number>();
  const sockets = new Set<Socket>();
  let turn = 0;

  const probe = async ({ port, opsPort }: Backend): Promise<void> => {
    const isReady = await fetch(`http://127.0.0.1:${opsPort}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady && backends.has(port)) ready.add(port);
    else ready.delete(port);
  };
  const probes = setInterval(() => {
    for (const backend of backends.values()) void probe(backend);
  }, probeEveryMs);

  const server = createServer((client) => {
    const ports = [...ready];
    const port = ports[(turn += 1) % Math.max(1, ports.length)];
    if (port === undefined) {
      client.destroy();
      return;
    }
    const backend = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, backend],
      [backend, client],
    ] as const) {
      sockets.add(from);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    add: (backend) => {
      backends.set(backend.port, backend);
    },
    remove: (port) => {
      backends.delete(port);
      ready.delete(port);
    },
    isReady: (port) => ready.has(port),
    close: async () => {
      clearInterval(probes);
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
