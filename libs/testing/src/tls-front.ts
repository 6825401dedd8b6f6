import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { CertifiedKey } from './certificates';

export interface TlsFront {
  readonly port: number;
  close(): Promise<void>;
}

/** TLS on 127.0.0.1 in front of a server of this machine that speaks plain text, for one that was built without it. */
export async function tlsFront(targetPort: number, { certificate, privateKey }: CertifiedKey): Promise<TlsFront> {
  const open = new Set<Socket>();
  const server = createServer({ cert: certificate, key: privateKey }, (outside) => {
    const inside = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  // A client that does not believe the certificate hangs up.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
