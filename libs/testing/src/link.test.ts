import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openLink, type Link } from './link';

describe('a way that can be cut', () => {
  let server: Server;
  let link: Link;
  let client: Socket;

  beforeEach(async () => {
    server = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    link = await openLink((server.address() as AddressInfo).port);
    client = connect(link.port, '127.0.0.1');
    await once(client, 'connect');
  });
  afterEach(() => {
    client.destroy();
    link.close();
    server.close();
  });

  /** How long an echo takes; undefined when none comes in time. */
  const echo = async (bytes: number, withinMs = 2_000): Promise<number | undefined> => {
    const startedAt = performance.now();
    let got = 0;
    const whole = new Promise<number>((resolve) => {
      client.on('data', (chunk: Buffer) => {
        got += chunk.length;
        if (got === bytes) resolve(performance.now() - startedAt);
      });
    });
    client.write(Buffer.alloc(bytes));
    return Promise.race([whole, delay(withinMs, undefined, { ref: false })]);
  };

  it('passes everything while it is open', async () => {
    expect(await echo(1_000_000)).toEqual(expect.any(Number));
  });

  it('resets what is connected, and what connects, when it is cut', async () => {
    await echo(1);
    const reset = once(client, 'error');
    link.become({ kind: 'cut' });
    expect((await reset)[0]).toMatchObject({ code: 'ECONNRESET' });
    const next = connect(link.port, '127.0.0.1');
    expect((await once(next, 'error'))[0]).toMatchObject({ code: 'ECONNRESET' });
  });

  it('resets what is connected, and refuses what connects, until it is open again', async () => {
    await echo(1);
    const reset = once(client, 'error');
    link.become({ kind: 'refused' });
    expect((await reset)[0]).toMatchObject({ code: 'ECONNRESET' });
    expect((await once(connect(link.port, '127.0.0.1'), 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' });
    link.become({ kind: 'open' });
    client = connect(link.port, '127.0.0.1');
    expect(await echo(1)).toEqual(expect.any(Number));
  });

  it('keeps what is sent while it is silent, and passes it afterwards', async () => {
    link.become({ kind: 'silent' });
    const answer = echo(1_000);
    expect(await Promise.race([answer, delay(300, 'nothing', { ref: false })])).toBe('nothing');
    link.become({ kind: 'open' });
    expect(await answer).toBeGreaterThanOrEqual(290);
  });

  it('delays each way', async () => {
    link.become({ kind: 'delayed', ms: 100 });
    expect(await echo(1)).toBeGreaterThanOrEqual(190);
  });

  it('lets so many bytes pass in a second', async () => {
    link.become({ kind: 'throttled', bytesPerSecond: 20_000 });
    expect(await echo(10_000)).toBeGreaterThanOrEqual(490);
  });
});
