/** When to ask banks, without being told, about charges that may have been paid. */

const minuteMs = 60_000;
const firstPollMs = 2 * minuteMs;
const pollGapMsMax = 6 * 60 * minuteMs;
/** A payment on its way at the expiry is there by the first; the second is for banks that are slow to tell. */
const pollsAfterExpiryMs = [minuteMs, 60 * minuteMs] as const;

const retryMsMin = 5_000;
const retryMsMax = 60 * minuteMs;
/** A callback may come before the charge it names is written: five minutes are plenty. */
const unknownAttemptsMax = 6;
/** Longer than any charge is open (30 days). */
const giveUpMs = 37 * 24 * 60 * minuteMs;

export interface PolledCharge {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** 26 to 35 letters and digits: shorter ones are of static codes, which we never make. */
export function isChargeTxid(txid: string): boolean {
  return /^[A-Za-z0-9]{26,35}$/.test(txid);
}

/** The gap doubles with the charge's age, and the expiry is always looked at; undefined when it is time to stop. */
export function nextPoll({ createdAt, expiresAt }: PolledCharge, now: Date): Date | undefined {
  const ageMs = now.getTime() - createdAt.getTime();
  const next = now.getTime() + Math.min(Math.max(ageMs, firstPollMs), pollGapMsMax);
  const afterExpiry = pollsAfterExpiryMs.map((ms) => expiresAt.getTime() + ms).find((at) => at > now.getTime());
  if (afterExpiry === undefined) return undefined;
  return new Date(now < expiresAt ? Math.min(next, afterExpiry) : afterExpiry);
}

/** When a new charge is looked at first. */
export function firstPoll(charge: PolledCharge): Date {
  return nextPoll(charge, charge.createdAt) ?? charge.expiresAt;
}

/** After the `attempts`-th failure in a row. */
export function retryAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(retryMsMin * 2 ** Math.min(attempts, 20), retryMsMax));
}

/** Whether a txid that no charge has is given up after the `attempts`-th look. */
export function isNobodys(attempts: number): boolean {
  return attempts >= unknownAttemptsMax;
}

/** Whether a sync that keeps failing is given up. */
export function isHopeless(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() > giveUpMs;
}
