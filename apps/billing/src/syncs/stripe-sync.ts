/** When to read what from Stripe. */

/** INTENT, REFUND and DISPUTE are one object each; DISPUTES and MONEY are what is new of the whole account. */
export const stripeSyncKinds = ['INTENT', 'REFUND', 'DISPUTE', 'DISPUTES', 'MONEY'] as const;
export type StripeSyncKind = (typeof stripeSyncKinds)[number];

export interface StripeSyncKey {
  readonly kind: StripeSyncKind;
  /** Stripe's id of the object; the store's id for the whole account. */
  readonly objectId: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Longer than a boleto is open (60 days) and a dispute takes. */
const maxAgeMs = 180 * dayMs;
/** How often the whole account is read without an event. */
const sweepMs = 15 * minuteMs;

/** Whether a failing sync is dropped. */
export function isStripeSyncExpired(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() > maxAgeMs;
}

export function nextSweep(now: Date): Date {
  return new Date(now.getTime() + sweepMs);
}

/** Twice as long after each run, from two minutes to six hours. */
export function nextLook(since: Date, now: Date): Date {
  const ageMs = now.getTime() - since.getTime();
  return new Date(now.getTime() + Math.min(Math.max(ageMs, 2 * minuteMs), dayMs / 4));
}

/** What an event of Stripe is about: the sync that reads it; undefined for events that say nothing to us. */
export function syncOfEvent(type: string, object: { readonly id?: unknown; readonly object?: unknown }) {
  const { id, object: kind } = object;
  if (typeof id !== 'string' || !/^[a-z]{2,8}_[A-Za-z0-9_]{1,250}$/.test(id)) return undefined;
  if (kind === 'payment_intent') return { kind: 'INTENT', objectId: id } as const;
  if (kind === 'dispute') return { kind: 'DISPUTE', objectId: id } as const;
  if (kind === 'refund') return { kind: 'REFUND', objectId: id } as const;
  return type.startsWith('payout.') ? ('MONEY' as const) : undefined;
}
