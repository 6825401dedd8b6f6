import { zeroCents, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Agreement } from '../agreements/agreement';
import { agreementEnded, agreementNotFound } from '../agreements/agreement-errors';
import { findAgreement } from '../agreements/agreement-repository';
import { isPastEnd, type Coupon } from '../coupons/coupon';
import { checkRedeemable, couponNotFound, couponUsedUp } from '../coupons/coupon-errors';
import { findCoupon } from '../coupons/coupon-repository';
import { countRedemption, insertRedemptions, isRedeemed, lockCoupon } from '../coupons/redemption-repository';
import type { Deps, ReadDeps } from '../deps';
import { publishCoupon, publishRedeemed } from '../managing/coupon-service';

export interface CouponUse {
  readonly subscriptionId: string;
  readonly code: string;
}

/** The coupon that {@link redeemCoupon} would redeem now; counts nothing. */
export async function previewCoupon(deps: ReadDeps, tenant: Tenant, use: CouponUse): Promise<Coupon> {
  const { agreement, coupon } = await findUse(deps, tenant, use);
  const at = deps.clock.now(tenant);
  if (!(await isRedeemedFor(deps, tenant, agreement, coupon, at))) checkRedeemable(coupon, at);
  return coupon;
}

/**
 * Counts one use of a coupon for an ACTIVE subscription. A coupon that it has redeemed, at its start or since, is not
 * counted again, even if that was its last use.
 *
 * @throws AppError NOT_FOUND for an unknown code, FAILED_PRECONDITION when the coupon or the agreement is not ACTIVE
 */
export async function redeemCoupon(deps: Deps, tenant: Tenant, use: CouponUse): Promise<Coupon> {
  return transact(deps, async (tx) => {
    const { agreement, coupon: found } = await findUse(tx, tenant, use);
    // The lock serializes the check whether the subscription has redeemed it.
    const coupon = await lockCoupon(tx.db, tenant, found.id);
    if (!coupon || coupon.status === 'DELETED') throw couponNotFound();
    const at = tx.clock.now(tenant);
    if (await isRedeemedFor(tx, tenant, agreement, coupon, at)) return coupon;
    checkRedeemable(coupon, at);
    const counted = await countRedemption(tx.db, tenant, coupon.id, at);
    if (!counted) throw couponUsedUp();
    const { checkoutId, subscriptionId: chargeId } = agreement;
    const id = tx.ids.next('redemption', at);
    const redemption = { id, couponId: coupon.id, checkoutId, chargeId, discountCents: zeroCents, at };
    await insertRedemptions(tx.db, tenant, [redemption], 'CONFIRMED');
    await publishRedeemed(tx, tenant, counted, checkoutId);
    if (counted.status !== coupon.status) await publishCoupon(tx, tenant, 'coupon.updated', counted);
    return counted;
  });
}

async function findUse(
  deps: ReadDeps,
  tenant: Tenant,
  { subscriptionId, code }: CouponUse,
): Promise<{ readonly agreement: Agreement; readonly coupon: Coupon }> {
  const agreement = await findAgreement(deps.db, tenant, subscriptionId);
  if (!agreement) throw agreementNotFound();
  if (agreement.status !== 'ACTIVE') throw agreementEnded();
  const coupon = await findCoupon(deps.db, tenant, code);
  if (!coupon) throw couponNotFound();
  return { agreement, coupon };
}

/** False for an INACTIVE coupon and from its end on, when it cannot be used again either. */
async function isRedeemedFor(
  { db }: ReadDeps,
  tenant: Tenant,
  { subscriptionId, chargeId }: Agreement,
  coupon: Coupon,
  at: Date,
): Promise<boolean> {
  if (coupon.status === 'INACTIVE' || isPastEnd(coupon, at)) return false;
  return isRedeemed(db, tenant, coupon.id, chargeId === undefined ? [subscriptionId] : [subscriptionId, chargeId]);
}
