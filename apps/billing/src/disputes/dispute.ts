import type { Cents } from '@pitanga/core';

export type DisputeStatus = 'OPEN' | 'WON' | 'LOST';

/** A payer's objection to a charge: its money is blocked until somebody decides. */
export interface Dispute {
  readonly id: string;
  readonly chargeId: string;
  readonly status: DisputeStatus;
  readonly amountCents: Cents;
  readonly reason: string | undefined;
  readonly openedAt: Date;
  readonly closedAt: Date | undefined;
}

/** Centavos of an amount that is disputed in dev mode (docs/behaviour/test-clock.md#magic-amounts). */
const disputedEnding = 15;

export function hasDisputedAmount(amountCents: Cents): boolean {
  return amountCents % 100 === disputedEnding;
}
