import { createHmac, timingSafeEqual } from 'node:crypto';

/** How old or early a signed event may be. */
const toleranceMs = 5 * 60_000;
const signaturesMax = 10;

/**
 * Whether a `Stripe-Signature` header (`t=<seconds>,v1=<hex>,…`) signs these bytes with one of the secrets: an endpoint
 * has two while one rotates. Compares in constant time.
 */
export function isSignedByStripe(body: Uint8Array, header: string, secrets: readonly string[], now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() - Number(time) * 1_000) > toleranceMs) return false;
  const given = parts.filter(([name]) => name === 'v1').slice(0, signaturesMax);
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
    return given.some(([, hex = '']) => isSame(expected, hex));
  });
}

function isSame(expected: Buffer, hex: string): boolean {
  const given = Buffer.from(hex, 'hex');
  return given.length === expected.length && timingSafeEqual(expected, given);
}
