import { idPrefixes } from '@pitanga/core';

/** When to poll banks for charges that may have been paid, without a callback. */

const minuteMs = 60_000;
const firstPollMs = 2 * minuteMs;
const pollGapMsMax = 6 * 60 * minuteMs;
/** The first finds a payment in flight at the expiry; the second is for banks that report late. */
const pollsAfterExpiryMs = [minuteMs, 60 * minuteMs] as const;

/** Longer than any charge is open (30 days). */
const maxAgeMs = 37 * 24 * 60 * minuteMs;

export interface PolledCharge {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** 26 to 35 letters and digits; shorter txids belong to static codes, which Pitanga never creates. */
export function isChargeTxid(txid: string): boolean {
  return /^[A-Za-z0-9]{26,35}$/.test(txid);
}

/** A boleto at a bank is read by the id of its charge: it need not have a txid. */
export function isBoletoName(name: string): boolean {
  return name.startsWith(`${idPrefixes.boletoCharge}_`);
}

const noticePrefix = 'notice_';

/** A history at the bank is read by the token that a callback named. */
export function toNoticeName(token: string): string {
  return `${noticePrefix}${token}`;
}

/** Undefined for another name. */
export function findNoticeToken(name: string): string | undefined {
  return name.startsWith(noticePrefix) ? name.slice(noticePrefix.length) : undefined;
}

/** The gap doubles with the age of the charge, with polls after the expiry; undefined after the last. */
export function nextPoll({ createdAt, expiresAt }: PolledCharge, now: Date): Date | undefined {
  const ageMs = now.getTime() - createdAt.getTime();
  const next = now.getTime() + Math.min(Math.max(ageMs, firstPollMs), pollGapMsMax);
  const afterExpiry = pollsAfterExpiryMs.map((ms) => expiresAt.getTime() + ms).find((at) => at > now.getTime());
  if (afterExpiry === undefined) return undefined;
  return new Date(now < expiresAt ? Math.min(next, afterExpiry) : afterExpiry);
}

/** The first poll of a new charge. */
export function firstPoll(charge: PolledCharge): Date {
  return nextPoll(charge, charge.createdAt) ?? charge.expiresAt;
}

/** When the numbers of a boleto are looked for again: soon at first, and then less and less often. */
export function nextNumbersPoll(createdAt: Date, now: Date): Date {
  const ageMs = Math.max(now.getTime() - createdAt.getTime(), 2_000);
  return new Date(now.getTime() + Math.min(ageMs, 10 * minuteMs));
}

/** The first poll of a new boleto: for its numbers, which follow, or for its payment. */
export function firstBoletoPoll(charge: PolledCharge, hasNumbers: boolean): Date {
  return hasNumbers ? firstPoll(charge) : nextNumbersPoll(charge.createdAt, charge.createdAt);
}

/** Whether a failing sync is dropped. */
export function isExpired(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() > maxAgeMs;
}
