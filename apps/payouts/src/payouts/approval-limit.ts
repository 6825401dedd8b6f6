import type { Cents } from '@pitanga/core';

/** Whether a payout of this amount waits; the fee does not count. */
export function needsApproval(amountCents: Cents, limit: Cents | undefined): boolean {
  return limit !== undefined && amountCents > limit;
}
