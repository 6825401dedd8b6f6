import type { Log } from '@pitanga/runtime';
import { silentLog, testInfra, throwAwayCa, tlsFront, waitFor, type TlsFront } from '@pitanga/testing';
import { createRedis } from './redis';

const ca = throwAwayCa();
const plain = new URL(testInfra().redis);
let front: TlsFront;

// The Valkey that the tests bring along is built without TLS.
beforeAll(async () => {
  front = await tlsFront(Number(plain.port), ca.issue('redis'));
});
afterAll(() => front.close());

const addressOf = ({ host = '127.0.0.1', password = plain.password } = {}): string =>
  `rediss://:${password}@${host}:${String(front.port)}`;

/** What Redis answers over a connection, or why the log says that there is none. */
async function answerOrFailure(url: string, authorities?: string): Promise<string> {
  let failure: string | undefined;
  const warn = ({ err }: { err?: Error }) => (failure = err?.message);
  const log = { ...silentLog, warn } as unknown as Log;
  const redis = createRedis({ url, ca: authorities, log, answerTimeoutMs: 60_000 });
  try {
    return await waitFor('an answer or a failure', async () => (await redis.run((client) => client.ping())) ?? failure);
  } finally {
    redis.stop();
  }
}

describe('a Redis with TLS and a password', () => {
  it('answers who knows its authority and its password', async () => {
    expect(await answerOrFailure(addressOf(), ca.certificate)).toBe('PONG');
  });

  it.each<[string, () => string, string | undefined, RegExp]>([
    ['with a certificate of another authority', () => addressOf(), throwAwayCa().certificate, /signature failure/],
    ['where only public authorities are known', () => addressOf(), undefined, /self-signed|unable to verify/],
    ['with a certificate for another host', () => addressOf({ host: 'localhost' }), ca.certificate, /altnames/],
  ])('is not believed %s', async (_, url, authorities, failure) => {
    expect(await answerOrFailure(url(), authorities)).toMatch(failure);
  });

  it('refuses another password, and the log says so', async () => {
    expect(await answerOrFailure(addressOf({ password: 'open-barley' }), ca.certificate)).toMatch(/WRONGPASS/);
  });

  it('stops a gateway whose address is in plain text though it has authorities, and shows no password', () => {
    const create = () => createRedis({ url: plain.href, ca: ca.certificate, log: silentLog });
    expect(create).toThrow('REDIS_TLS_CA is set, but REDIS_URL does not begin with rediss://');
    expect(create).not.toThrow(plain.password);
  });
});
