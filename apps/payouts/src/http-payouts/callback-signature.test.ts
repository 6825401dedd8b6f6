import { createHmac } from 'node:crypto';
import { isSignedBy } from './callback-signature';

const secret = 's'.repeat(32);
const now = new Date('2026-11-20T15:00:00.000Z');
const body = Buffer.from('{"id":"tran_1"}');
const at = (offsetSeconds: number) => String(now.getTime() / 1_000 + offsetSeconds);
const sign = (timestamp: string, text: Buffer = body, key = secret) =>
  `v1=${createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from(`${timestamp}.`), text]))
    .digest('hex')}`;

test('a call signed with the secret just now is the provider’s, also beside another signature', () => {
  for (const offset of [-299, 0, 299]) {
    const timestamp = at(offset);
    expect(isSignedBy(secret, { body, timestamp, signature: sign(timestamp) }, now)).toBe(true);
  }
  const signature = `${sign(at(0), body, 'old'.repeat(12))}, ${sign(at(0))}`;
  expect(isSignedBy(secret, { body, timestamp: at(0), signature }, now)).toBe(true);
});

test.each([
  ['another secret', at(0), sign(at(0), body, 'x'.repeat(32))],
  ['another body', at(0), sign(at(0), Buffer.from('{}'))],
  ['another time', at(1), sign(at(0))],
  ['a time long ago', at(-301), sign(at(-301))],
  ['a time to come', at(301), sign(at(301))],
  ['no time', '', sign('')],
  ['no signature', at(0), ''],
  ['a cut signature', at(0), sign(at(0)).slice(0, -2)],
  ['no version', at(0), sign(at(0)).slice(3)],
])('a call with %s is not', (_why, timestamp, signature) => {
  expect(isSignedBy(secret, { body, timestamp, signature }, now)).toBe(false);
});
