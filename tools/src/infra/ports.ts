import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, createServer } from 'node:net';

/**
 * Ports are drawn below the range from which the kernel takes the local ports of outgoing connections (32768 and up on
 * Linux), so that no connection can occupy a service's port in the moment between its crash and its restart.
 */
const firstPort = 20_000;
const lastPort = 32_000;

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

/**
 * Takes the number for this process until it ends, against every other that asks here: tests beside each other draw ports
 * seconds before their servers listen. What is taken is the UDP port, which leaves the TCP port to the server.
 */
async function reserve(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4').unref();
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      resolve(true);
    });
  });
}

/**
 * A free port on the loopback interface; never one that this or another process got here, as long as that one lives.
 * `preferred` is taken when it is free.
 */
export async function freePort(preferred?: number): Promise<number> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const port = attempt === 0 && preferred !== undefined ? preferred : randomInt(firstPort, lastPort);
    if ((await reserve(port)) && (await isPortFree(port))) return port;
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
