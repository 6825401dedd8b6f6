import { generateSecret, generateURI, verify } from 'otplib';

/** Seconds that the phone's clock may differ: one step before and after. */
const toleranceSeconds = 30;
/** How long a new secret may wait for its first code. */
export const unconfirmedMs = 10 * 60_000;
const issuer = 'Pitanga';

/** A new secret of 160 bits in base 32, and the address that authenticator apps read as a QR code. */
export function newTotp(email: string): { readonly secret: string; readonly uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label: email, secret }) };
}

/** The 30-second step of a code; undefined for a wrong one. */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
