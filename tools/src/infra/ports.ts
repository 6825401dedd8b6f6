import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { isPortFree } from '../../bin/machine.cjs';

/**
 * Ports are drawn below the range from which the kernel takes the local ports of outgoing connections (32768 and up on
 * Linux), so that no connection can occupy a service's port in the moment between its crash and its restart.
 */
const firstPort = 20_000;
const lastPort = 32_000;

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
