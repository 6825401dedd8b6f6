import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { planAmountOutOfRange } from '../plan-changes/plan-change-errors';
import { findUsageTotals } from '../usage/usage-queries';
import {
  amountMax,
  amountMin,
  priced,
  type AgreedCoupon,
  type Plan,
  type Subscription,
} from '../subscriptions/subscription';

/**
 * Refuses coupons that leave of one of these plans what no charge can have: they may take the whole price, but leave
 * nothing below the smallest charge, and with the usage recorded so far it stays within the greatest.
 *
 * @throws AppError INVALID_ARGUMENT
 */
export async function checkNextAmounts(
  db: Db,
  tenant: Tenant,
  { id, cycleNumber }: Pick<Subscription, 'id' | 'cycleNumber'>,
  plans: readonly Pick<Plan, 'unitPriceCents' | 'quantity'>[],
  coupons: readonly AgreedCoupon[],
): Promise<void> {
  const used = await findUsageTotals(db, tenant, id, cycleNumber);
  const usageCents = [...used.values()].reduce((sum, total) => sum + total.amountCents, 0);
  for (const plan of plans) {
    const { amountCents, discountCents } = priced(plan, coupons);
    const netCents = amountCents - discountCents;
    if (netCents > 0 && netCents < amountMin) throw planAmountOutOfRange();
    if (netCents + usageCents > amountMax) throw planAmountOutOfRange();
  }
}
