import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webhooks } from './webhooks';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const older = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const now = Date.parse('2026-11-24T12:00:00Z');
const timestamp = String(now / 1000);
const body = JSON.stringify({ id: 'log_1', event: 'transparent.completed', apiVersion: 2, data: { name: 'João' } });

/** Signed by Node's own HMAC, as the platform does. */
function signature(key: Buffer, content = `log_1.${timestamp}.${body}`): string {
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
const keyOf = (text: string): Buffer => Buffer.from(text.slice('whsec_'.length), 'base64');
const signed = (value = signature(keyOf(secret))): Record<string, string> => ({
  'webhook-id': 'log_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': value,
});

describe('webhooks.verify', () => {
  it('answers the event of text and of bytes, with headers of the web and of Node', async () => {
    const event = JSON.parse(body) as unknown;
    expect(await webhooks.verify(body, signed(), secret, { now })).toEqual(event);
    expect(await webhooks.verify(Buffer.from(body), new Headers(signed()), secret, { now })).toEqual(event);
    const upperCase = Object.fromEntries(
      Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    expect(await webhooks.verify(body, upperCase, secret, { now })).toEqual(event);
  });

  it.each([
    ['text that is no base64', 'a secret of one’s own, 32 characters'],
    ['whsec_ and no base64', `whsec_${'!'.repeat(32)}`],
  ])('takes a secret that is %s as its bytes', async (_, raw) => {
    const header = signature(Buffer.from(raw, 'utf8'));
    expect(await webhooks.verify(body, signed(header), raw, { now })).toMatchObject({ id: 'log_1' });
  });

  // The platform decodes as Node does.
  it.each([30, 31, 32, 33, 34])('decodes a secret of %i digits as the platform', async (length) => {
    const given = `whsec_${'Kz+/9aB'.repeat(5).slice(0, length)}`;
    expect(await webhooks.verify(body, signed(signature(keyOf(given))), given, { now })).toMatchObject({ id: 'log_1' });
  });

  it('takes the old and the new secret while one rotates', async () => {
    const both = `${signature(keyOf(secret))} ${signature(keyOf(older))}`;
    expect(await webhooks.verify(body, signed(both), secret, { now })).toMatchObject({ id: 'log_1' });
    expect(await webhooks.verify(body, signed(both), older, { now })).toMatchObject({ id: 'log_1' });
  });

  it.each([
    ['of another secret', signed(signature(keyOf(older)))],
    ['of another body', signed(signature(keyOf(secret), `log_1.${timestamp}.{}`))],
    ['of another id', { ...signed(), 'webhook-id': 'log_2' }],
    ['of another time', { ...signed(), 'webhook-timestamp': String(now / 1000 + 1) }],
    ['cut short', signed(signature(keyOf(secret)).slice(0, -4))],
    ['of another version', signed(signature(keyOf(secret)).replace('v1,', 'v2,'))],
    ['without a version', signed(signature(keyOf(secret)).replace('v1,', ''))],
  ])('refuses a signature %s', async (_, headers) => {
    await expect(webhooks.verify(body, headers, secret, { now })).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('refuses a request without %s', async (name) => {
    const headers = { ...signed(), [name]: undefined };
    await expect(webhooks.verify(body, headers, secret, { now })).rejects.toMatchObject({ code: 'SIGNATURE_MISSING' });
  });

  it('takes five minutes of difference between the clocks, and no more', async () => {
    for (const difference of [-300_000, 300_000])
      expect(await webhooks.verify(body, signed(), secret, { now: now + difference })).toMatchObject({ id: 'log_1' });
    for (const difference of [-301_000, 301_000]) {
      const late = webhooks.verify(body, signed(), secret, { now: now + difference });
      await expect(late).rejects.toMatchObject({ code: 'SIGNATURE_EXPIRED' });
    }
    const strict = webhooks.verify(body, signed(), secret, { now: now + 2_000, toleranceMs: 1_000 });
    await expect(strict).rejects.toMatchObject({ code: 'SIGNATURE_EXPIRED' });
  });

  it('refuses a time that is no number', async () => {
    const headers = { ...signed(signature(keyOf(secret), `log_1.soon.${body}`)), 'webhook-timestamp': 'soon' };
    await expect(webhooks.verify(body, headers, secret, { now })).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it('signs the body once however many signatures a request claims, and never for an old one', async () => {
    const hmacs = [jest.spyOn(crypto.subtle, 'sign'), jest.spyOn(crypto.subtle, 'verify')];
    const count = (): number => hmacs.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    const forged = signed(
      Array(300)
        .fill(signature(keyOf(older)))
        .join(' '),
    );
    await expect(webhooks.verify(body, forged, secret, { now: now + 301_000 })).rejects.toMatchObject({
      code: 'SIGNATURE_EXPIRED',
    });
    expect(count()).toBe(0);
    await expect(webhooks.verify(body, forged, secret, { now })).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(count()).toBe(1);
    jest.restoreAllMocks();
  });

  it('says what is wrong when it gets what was parsed, or no secret', async () => {
    await expect(webhooks.verify(JSON.parse(body) as string, signed(), secret, { now })).rejects.toThrow('raw body');
    await expect(webhooks.verify(body, signed(), '', { now })).rejects.toThrow(TypeError);
  });
});

interface Vector {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
  /** Seconds. */
  readonly now: number;
  readonly code?: string;
}
const vectors = JSON.parse(readFileSync(join(__dirname, '../../webhook-vectors.json'), 'utf8')) as readonly Vector[];

it.each(vectors.map((vector) => [vector.name, vector] as const))(
  'judges a webhook as the other clients do: %s',
  async (_, vector) => {
    const verified = webhooks.verify(vector.body, vector.headers, vector.secret, { now: vector.now * 1000 });
    if (vector.code === undefined) expect(await verified).toEqual(JSON.parse(vector.body));
    else await expect(verified).rejects.toMatchObject({ code: vector.code });
  },
);

it('webhooks.sign signs as the platform does', async () => {
  expect(await webhooks.sign(body, secret, { id: 'log_1', now })).toEqual(signed());
});
