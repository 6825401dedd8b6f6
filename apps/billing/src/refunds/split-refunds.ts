import { invalidArgument, sumCents, type AppError, type Cents } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import type { SplitRefund } from './refund';

/**
 * Refuses parts that a refund cannot be taken from: of an unsplit payment, of a sub-account without a part, twice of one, or
 * more than the refund. How much is left of each part the ledger knows (docs/behaviour/sub-accounts.md#split-refunds-named).
 */
export function checkSplitRefunds(
  shares: readonly SplitRefund[] | undefined,
  { splits }: Pick<Charge, 'splits'>,
  amountCents: Cents,
): void {
  if (!shares) return;
  if (!splits) throw splitRefundsOfOther();
  if (new Set(shares.map(({ subAccountId }) => subAccountId)).size < shares.length) {
    throw invalidArgument("Property 'splitRefunds' should name each sub-account once");
  }
  const known = new Set(splits.map(({ subAccountId }) => subAccountId));
  if (shares.some(({ subAccountId }) => !known.has(subAccountId))) {
    throw invalidArgument("Property 'splitRefunds' should name sub-accounts that have a part of the payment");
  }
  if (shares.some((share) => share.amountCents < 1)) {
    throw invalidArgument("Property 'splitRefunds.amount' should be at least 1");
  }
  if (sumCents(...shares.map((share) => share.amountCents)) > amountCents) {
    throw invalidArgument("Property 'splitRefunds' should be no more than the refund together");
  }
}

export function splitRefundsOfOther(): AppError {
  return invalidArgument("Property 'splitRefunds' belongs to the refund of a payment that was split");
}
