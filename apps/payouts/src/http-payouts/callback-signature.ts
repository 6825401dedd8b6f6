import { createHmac, timingSafeEqual } from 'node:crypto';

/** One call of a provider to us. */
export interface SignedCallback {
  readonly body: Uint8Array;
  /** Seconds since the epoch, as text. */
  readonly timestamp: string;
  /** `v1=` and the HMAC-SHA256 of timestamp, a dot and the body, in hexadecimal; several with commas between them. */
  readonly signature: string;
}

/** Most difference of the caller's clock from ours, and the time in which a stolen call can be replayed. */
const toleranceMs = 300_000;

/** Whether the provider of this secret made this call within the tolerance before `now`. */
export function isSignedBy(secret: string, { body, timestamp, signature }: SignedCallback, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1_000) > toleranceMs) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  return signature.split(',').some((part) => isEqual(part.trim(), expected));
}

function isEqual(part: string, expected: Buffer): boolean {
  if (!/^v1=[0-9a-f]{64}$/.test(part)) return false;
  return timingSafeEqual(Buffer.from(part.slice(3), 'hex'), expected);
}
