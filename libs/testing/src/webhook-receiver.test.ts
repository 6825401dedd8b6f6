import { request } from 'node:https';
import { freePort } from './free-port';
import { allMisbehaviours, type Misbehaviour } from './misbehaviour';
import type { ReceiverCertificate } from './certificates';
import { webhookReceiver } from './webhook-receiver';
import { testTimeoutMs } from './test-timeout';

const enough = 1024 ** 2;
/** How long something that should happen may take on a machine at its limit. */
/** How long silence is listened to, once it is all that can come. */
const silenceMs = 500;

/** Where a caller hears nothing (more), and no other sign ends its wait. */
const silentBefore: readonly Misbehaviour[] = ['hang'];
const silentInBody: readonly Misbehaviour[] = ['hang in the body', 'drip'];

/** What a client sees of one misbehaviour that waits for a while and reads 1 MiB at most. */
async function seenOf(how: Misbehaviour): Promise<string> {
  const receiver = await webhookReceiver([how]);
  const deadline = new AbortController();
  const wait = (silent: boolean) => setTimeout(() => deadline.abort(), silent ? silenceMs : testTimeoutMs);
  const timers = [wait(silentBefore.includes(how))];
  try {
    const response = await fetch(receiver.url, { signal: deadline.signal });
    timers.push(wait(silentInBody.includes(how)));
    const end = await endOf(response).catch(() => (deadline.signal.aborted ? 'silence' : 'a reset'));
    return `${String(response.status)} and ${end}`;
  } catch {
    return deadline.signal.aborted ? 'silence' : 'an error';
  } finally {
    timers.forEach(clearTimeout);
    await receiver.close();
  }
}

async function endOf(response: Response): Promise<string> {
  let size = 0;
  for await (const part of response.body ?? []) {
    size += (part as Uint8Array).length;
    if (size > enough) return 'too much';
  }
  return 'an end';
}

describe('webhookReceiver', () => {
  it('records what it gets, byte for byte, and answers as configured', async () => {
    const receiver = await webhookReceiver((_, index) => ({ status: index === 0 ? 503 : 200, body: String(index) }));
    const post = () => fetch(`${receiver.url}/hook`, { method: 'POST', headers: { 'x-a': 'b' }, body: '{"a": "ç"}' });
    const first = await post();
    const second = await post();
    expect([first.status, await first.text(), second.status, await second.text()]).toEqual([503, '0', 200, '1']);
    expect(receiver.seen).toHaveLength(2);
    expect(receiver.seen[0]).toMatchObject({ method: 'POST', path: '/hook', body: '{"a": "ç"}' });
    expect(receiver.seen[0]?.headers['x-a']).toBe('b');
    await receiver.close();
  });

  it('closes at once though an answer is being held back', async () => {
    const receiver = await webhookReceiver(() => ({ status: 200, delayMs: testTimeoutMs }));
    const hanging = fetch(receiver.url).then(
      () => 'answered',
      () => 'cut off',
    );
    while (receiver.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await receiver.close();
    expect(await hanging).toBe('cut off');
  });
});

describe('a receiver that misbehaves', () => {
  it('behaves by its plan, call by call, and for ever as it did last', async () => {
    const receiver = await webhookReceiver([500, 'reset', 410, { status: 302, headers: { location: '/elsewhere' } }]);
    const call = () =>
      fetch(receiver.url, { redirect: 'manual' }).then(
        ({ status }) => status,
        () => 'reset',
      );
    const outcomes = [];
    for (let index = 0; index < 5; index += 1) outcomes.push(await call());
    expect(outcomes).toEqual([500, 'reset', 410, 302, 302]);
    await receiver.close();
  });

  it(
    'does each of the list to its caller',
    async () => {
      const seen = Object.fromEntries(
        await Promise.all(allMisbehaviours.map(async (how) => [how, await seenOf(how)] as const)),
      );
      expect(seen).toEqual({
        hang: 'silence',
        'hang in the body': '200 and silence',
        reset: 'an error',
        'reset in the body': '200 and a reset',
        close: 'an error',
        drip: '200 and silence',
        'endless body': '200 and too much',
        'gzip bomb': '200 and too much',
        'huge headers': 'an error',
        garbage: 'an error',
        'switch protocols': 'an error',
        'unprintable answer': '500 and an end',
      });
    },
    2 * testTimeoutMs,
  );

  it.each<[ReceiverCertificate, string]>([
    ['trusted', '200'],
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['expired', 'CERT_HAS_EXPIRED'],
    ['wrong host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('shows a certificate that is %s', async (certificate, outcome) => {
    const receiver = await webhookReceiver([200], { certificate });
    const call = new Promise((resolve) => {
      request(receiver.url, { ca: receiver.ca }, ({ statusCode }) => {
        resolve(String(statusCode));
      })
        .on('error', ({ code }: NodeJS.ErrnoException) => {
          resolve(code);
        })
        .end();
    });
    expect(await call).toBe(outcome);
    await receiver.close();
  });
});

describe('freePort', () => {
  it('answers a port that can be listened on', async () => {
    const port = await freePort();
    expect(port).toBeGreaterThan(1_023);
  });
});
