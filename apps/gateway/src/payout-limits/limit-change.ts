import type { Origin } from '../access/origin';
import type { LimitPatch } from './payout-limits';

/**
 * WAITING for a second person; SCHEDULED, it works from `worksAt`; APPLIED; or ended without effect
 * (docs/behaviour/payouts.md#limit-changes).
 */
export type LimitChangeStatus = 'WAITING' | 'SCHEDULED' | 'APPLIED' | 'CANCELLED' | 'EXPIRED';

export interface LimitChange {
  readonly id: string;
  readonly devMode: boolean;
  readonly status: LimitChangeStatus;
  /** What it changes, and to what. */
  readonly patch: LimitPatch;
  /** What the changed parts were when it was asked for. */
  readonly before: LimitPatch;
  /** NONE: it loosens nothing, and worked at once. */
  readonly confirmation: 'SECOND_PERSON' | 'DELAY' | 'NONE';
  /** People, by their ids. */
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly confirmedBy: string | undefined;
  readonly confirmedAt: Date | undefined;
  readonly worksAt: Date | undefined;
  readonly expiresAt: Date;
  readonly endedBy: string | undefined;
  readonly endedAt: Date | undefined;
  /** Where its last step by a person came from; absent of a step by an earlier version. */
  readonly from?: Origin | undefined;
}

/** From the confirmation to the effect; also what stands for the second person. */
export const loosensAfterMs = 24 * 3_600_000;
/** As long as a payout waits for its approval. */
export const confirmableMs = 7 * 24 * 3_600_000;

export function isOpen({ status }: Pick<LimitChange, 'status'>): boolean {
  return status === 'WAITING' || status === 'SCHEDULED';
}
