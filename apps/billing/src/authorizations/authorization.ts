import type { ChargeUtms } from '../charges/charge-utms';

/**
 * NEW until the bank has it, WAITING for the payer, APPROVED; ENDED by the payer, by time or by us.
 */
export type AuthorizationStatus = 'NEW' | 'WAITING' | 'APPROVED' | 'ENDED';

/** What a payer authorises in the bank's app, so that the cycles of a subscription can be collected by automatic Pix. */
export interface Authorization {
  readonly subscriptionId: string;
  /** Names its polls until the bank has named it: the txid of the first payment, or a token where nothing is paid. */
  readonly txid: string;
  /** Of the first payment; absent where nothing is paid at the start. */
  readonly chargeId: string | undefined;
  readonly locationId: string | undefined;
  /** The bank's id of it. */
  readonly authorizationId: string | undefined;
  /** What the payer reads or copies. */
  readonly brCode: string | undefined;
  readonly status: AuthorizationStatus;
  /** The first payment begins the subscription also without it (journey 4). */
  readonly isOptional: boolean;
  /** Of the first payment. */
  readonly utms?: ChargeUtms | undefined;
  /** It is to be cancelled at the bank. */
  readonly isEnding: boolean;
  readonly endCode: string | undefined;
  /** Until when the payer may authorise it. */
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const minuteMs = 60_000;
const waitingGapMs = { min: 2 * minuteMs, max: 6 * 60 * minuteMs } as const;
/** The payer may end it at any time; the bank calls back, and this finds what it did not call about. */
const approvedGapMs = 24 * 60 * minuteMs;

/** The gap doubles while the payer is awaited. */
export function nextAuthorizationPoll({ status, createdAt }: Authorization, now: Date): Date {
  const ageMs = now.getTime() - createdAt.getTime();
  const waitingMs = Math.min(Math.max(ageMs, waitingGapMs.min), waitingGapMs.max);
  return new Date(now.getTime() + (status === 'APPROVED' ? approvedGapMs : waitingMs));
}

/** Key of its polls. */
export function syncName({ authorizationId, txid }: Pick<Authorization, 'authorizationId' | 'txid'>): string {
  return authorizationId ?? txid;
}
