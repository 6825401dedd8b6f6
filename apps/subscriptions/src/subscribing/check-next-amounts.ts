import { subtractCents, sumCents, type CollectableRange, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { planAmountOutOfRange } from '../plan-changes/plan-change-errors';
import { findUsageTotals, sumUsage } from '../usage/usage-repository';
import { type AgreedCoupon } from '../coupons/agreed-coupon';
import { amountMax, priced, type Plan, type Subscription } from '../subscriptions/subscription';

/**
 * Refuses coupons with which one of these plans has an amount that cannot be collected: they may take the whole price, but
 * not leave less than the smallest amount, and with the usage recorded so far it stays within the greatest.
 *
 * @throws AppError INVALID_ARGUMENT
 */
export async function checkNextAmounts(
  db: Db,
  tenant: Tenant,
  { id, cycleNumber }: Pick<Subscription, 'id' | 'cycleNumber'>,
  plans: readonly Pick<Plan, 'unitPriceCents' | 'quantity'>[],
  coupons: readonly AgreedCoupon[],
  { minCents }: CollectableRange,
): Promise<void> {
  const used = await findUsageTotals(db, tenant, id, cycleNumber);
  const usageCents = sumUsage(used.values());
  for (const plan of plans) {
    const { amountCents, discountCents } = priced(plan, coupons);
    const netCents = subtractCents(amountCents, discountCents);
    if (netCents > 0 && netCents < minCents) throw planAmountOutOfRange(minCents);
    if (sumCents(netCents, usageCents) > amountMax) throw planAmountOutOfRange();
  }
}
