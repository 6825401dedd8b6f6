import type { Cents } from '@pitanga/core';

export const payoutActorKinds = ['USER', 'KEY'] as const;

/** Who asked for a payout: a person, or an API key. */
export interface PayoutActor {
  readonly kind: (typeof payoutActorKinds)[number];
  readonly id: string;
}

export const approvalStatuses = ['WAITING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** The approval of a payout by a second person (docs/behaviour/payouts.md#approval). */
export interface PayoutApproval {
  readonly status: ApprovalStatus;
  readonly requestedBy: PayoutActor;
  /** The person who approved or rejected it. */
  readonly decidedBy: string | undefined;
  readonly decidedAt: Date | undefined;
  /** Store time until which it may be approved. */
  readonly expiresAt: Date;
}

/** Who decides: a person, always. */
export interface Decider {
  readonly userId: string;
  /** The API keys that the person made, and so may have used. */
  readonly madeKeyIds: readonly string[];
}

const dayMs = 86_400_000;
/** A week: over a weekend and a holiday somebody comes, and money is not held longer than a forgotten request is worth. */
export const approvalMs = 7 * dayMs;

/** Whether a payout of this amount waits; the fee does not count. */
export function needsApproval(amountCents: Cents, limit: Cents | undefined): boolean {
  return limit !== undefined && amountCents > limit;
}

export function waitingApproval(requestedBy: PayoutActor, createdAt: Date): PayoutApproval {
  return {
    status: 'WAITING',
    requestedBy,
    decidedBy: undefined,
    decidedAt: undefined,
    expiresAt: new Date(createdAt.getTime() + approvalMs),
  };
}

/** Whether the person asked for the payout, or made the key that did. */
export function isOwnRequest({ requestedBy }: PayoutApproval, { userId, madeKeyIds }: Decider): boolean {
  return requestedBy.kind === 'USER' ? requestedBy.id === userId : madeKeyIds.includes(requestedBy.id);
}

export function isWaiting({ approval }: { readonly approval: PayoutApproval | undefined }): boolean {
  return approval?.status === 'WAITING';
}
