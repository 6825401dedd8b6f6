import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Kafka, logLevel } from 'kafkajs';

/** A broker that takes requests and answers none. */
async function silentBroker(onRequest: () => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', onRequest);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `127.0.0.1:${String((server.address() as AddressInfo).port)}`, close };
}

it('a request without an answer ends in its time, though the clock has gone back since it was sent', async () => {
  const ahead = Date.now() + 600_000;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => ahead);
  const broker = await silentBroker(() => {
    clock.mockRestore();
  });
  try {
    const retry = { retries: 0 };
    const kafka = new Kafka({ brokers: [broker.address], requestTimeout: 300, retry, logLevel: logLevel.NOTHING });
    await expect(kafka.admin().connect()).rejects.toThrow('timed out');
  } finally {
    clock.mockRestore();
    await broker.close();
  }
});
