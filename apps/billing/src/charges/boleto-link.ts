import { timingSafeEqual } from 'node:crypto';
import type { Sealer } from '@pitanga/runtime';

/** 128 bits in base64url. */
const keyLength = 22;

/**
 * The key in the address of a boleto's PDF, which names its payer. It holds as long as the boleto is kept: the key of
 * fingerprints outlives the rotation of the others.
 */
export function deriveBoletoKey(sealer: Pick<Sealer, 'fingerprint'>, chargeId: string): string {
  return sealer.fingerprint(`boleto link ${chargeId}`).toString('base64url').slice(0, keyLength);
}

/** Whether it is the key of this boleto; in constant time. */
export function isBoletoKey(sealer: Pick<Sealer, 'fingerprint'>, chargeId: string, key: string): boolean {
  const [given, expected] = [Buffer.from(key), Buffer.from(deriveBoletoKey(sealer, chargeId))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
