import type { Cents } from '@pitanga/core';

export type DisputeStatus = 'OPEN' | 'WON' | 'LOST';

/** A payer's objection to a charge; its money is blocked until the dispute is decided. */
export interface Dispute {
  readonly id: string;
  readonly chargeId: string;
  readonly status: DisputeStatus;
  readonly amountCents: Cents;
  readonly reason: string | undefined;
  readonly openedAt: Date;
  readonly closedAt: Date | undefined;
}

/** Amounts that end in these centavos are disputed in dev mode (docs/behaviour/test-clock.md#magic-amounts). */
const disputedEnding = 15;

export function hasDisputedAmount(amountCents: Cents): boolean {
  return amountCents % 100 === disputedEnding;
}
