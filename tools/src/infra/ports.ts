import { connect, createServer } from 'node:net';
import { randomInt } from 'node:crypto';

/**
 * Ports are drawn below the range from which the kernel takes the local ports of outgoing connections (32768 and up on
 * Linux), so that no connection can occupy a service's port in the moment between its crash and its restart.
 */
const firstPort = 20_000;
const lastPort = 32_000;
const handedOut = new Set<number>();

/** Whether this process could listen on the port of the given interface right now. */
async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ port, host, exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

/** A free port on the loopback interface; never the same one twice in a process. `preferred` is taken when it is free. */
export async function freePort(preferred?: number): Promise<number> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const port = attempt === 0 && preferred !== undefined ? preferred : randomInt(firstPort, lastPort);
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port was found between ${String(firstPort)} and ${String(lastPort)}.`);
}

/** True when a server listens on the port, or none could. */
export async function isPortTaken(port: number): Promise<boolean> {
  if (!(await isPortFree(port))) return true;
  // On some systems one can listen on 127.0.0.1 beside a server that listens on every address.
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost' });
    const finish = (taken: boolean): void => {
      socket.destroy();
      resolve(taken);
    };
    socket.setTimeout(500, () => finish(false));
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
