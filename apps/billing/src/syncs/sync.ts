import type { Owned } from '@pitanga/core';

/** A poll of a store's account at a bank or payment provider, claimed for one process. */
export type ClaimedSync<Facts extends object> = Owned<
  Facts & {
    /** Failed runs in a row. */
    readonly attempts: number;
    readonly revision: number;
    readonly requestedAt: Date;
  }
>;

export interface SyncClaim {
  readonly now: Date;
  /** When another process may claim a sync that this one did not finish. */
  readonly leaseUntil: Date;
  readonly limit: number;
  /** Stores whose account is paused. */
  readonly exceptStores: readonly string[];
}

export type SyncOutcome =
  /** We have nothing that it belongs to, perhaps not yet. */
  | { readonly kind: 'UNKNOWN' }
  /** It needs no further poll. */
  | { readonly kind: 'SETTLED' }
  | { readonly kind: 'OPEN'; readonly nextAt: Date };

const retryMsMin = 5_000;
const retryMsMax = 3_600_000;
/** A callback may come before its charge is written; these retries cover five minutes. */
const unknownAttemptsMax = 6;

/** After the `attempts`-th failure in a row. */
export function retryAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(retryMsMin * 2 ** Math.min(attempts, 20), retryMsMax));
}

/** Whether what nothing of ours belongs to is dropped after this many attempts. */
export function isUnknown(attempts: number): boolean {
  return attempts >= unknownAttemptsMax;
}
