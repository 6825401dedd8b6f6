import { createServer, type AddressInfo } from 'node:net';

/** A TCP port that is free now. Prefer port 0 where the server can report the one it got. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
