import type { Cents } from '@pitanga/core';

/** ABSENT: never made. CANCELLED and PAID: found. */
export type OrphanState = 'OPEN' | 'ABSENT' | 'CANCELLED' | 'PAID';

/** A payment that an account may have made although its answer never came; another account made the charge instead. */
export interface Orphan {
  readonly provider: string;
  /** What we called it there: the txid of a Pix, the id that a boleto would have had. */
  readonly reference: string;
  /** Identifies the account at the provider. */
  readonly account: string;
  readonly method: 'PIX' | 'BOLETO';
  /** The charge that took its place; never written where no account could make it. */
  readonly chargeId: string;
  readonly amountCents: Cents;
  /** The provider's own id, where it was found or named since. */
  readonly providerReference: string | undefined;
  readonly state: OrphanState;
  readonly createdAt: Date;
}

const minuteMs = 60_000;
/** A call that was lost on its way arrives within minutes, if ever. */
const soughtMs = 2 * 86_400_000;
const gapMsMax = 3_600_000;
/** What was cancelled may have been paid a moment before. */
export const afterCancelMs = minuteMs;

/** The first look: the lost call has ended by then. */
export function firstLook(now: Date): Date {
  return new Date(now.getTime() + minuteMs / 2);
}

/** When one that the provider does not have is looked for again; undefined when it was never made. */
export function nextLook({ createdAt }: Pick<Orphan, 'createdAt'>, now: Date): Date | undefined {
  const ageMs = now.getTime() - createdAt.getTime();
  if (ageMs >= soughtMs) return undefined;
  return new Date(now.getTime() + Math.min(Math.max(ageMs, minuteMs / 2), gapMsMax));
}

/** Longer than a boleto is open. */
export const orphanKeptMs = 400 * 86_400_000;
