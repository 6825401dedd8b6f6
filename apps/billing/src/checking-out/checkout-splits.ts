import { cents, subtractCents } from '@pitanga/core';
import { checkSplits } from '../charges/charge-split';
import { canDivide, type Checkout } from '../checkouts/checkout';
import { feeWithinAmount, type FeeSchedule } from '../money/fees';
import { cardAmount } from './card-prices';

/**
 * Refuses splits of a new checkout that any of its methods could not pay for, with the most fee that it may take; with a coupon
 * less is paid, which only the payment knows.
 */
export function checkCheckoutSplits(
  fees: FeeSchedule,
  checkout: Pick<Checkout, 'splits' | 'amountCents' | 'methods' | 'maxInstallments' | 'passesFees'>,
): void {
  const { splits, amountCents, methods, maxInstallments } = checkout;
  if (!splits) return;
  for (const method of methods) {
    const most = method === 'CARD' ? maxInstallments : 1;
    for (let count = 1; count <= most; count += 1) {
      if (!canDivide(count, amountCents)) continue;
      const paid = method === 'CARD' ? cardAmount(fees, checkout, amountCents, count) : amountCents;
      // Of what is above the price no percentage is, and a passed fee takes no more than that.
      const feeCents = subtractCents(feeWithinAmount(fees, method, paid, count), subtractCents(paid, amountCents));
      checkSplits(splits, amountCents, cents(Math.max(0, feeCents)));
    }
  }
}
