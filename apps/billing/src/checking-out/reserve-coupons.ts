import type { CrossTenant, Tenant } from '@pitanga/core';
import { transact, type Locked, type Unlocked } from '@pitanga/database';
import type { Checkout } from '../checkouts/checkout';
import { foldCode, type Coupon } from '../coupons/coupon';
import { checkRedeemable, couponNotAccepted, couponNotFound, couponUsedUp } from '../coupons/coupon-errors';
import { findCouponsByCode } from '../coupons/coupon-repository';
import type { Discount } from '../coupons/discount';
import {
  countBack,
  countRedemption,
  insertRedemptions,
  lockFreedRedemptions,
  markReleased,
  type Redemption,
} from '../coupons/redemption-repository';
import type { Deps, ReadDeps, TxDeps } from '../deps';
import { publishCoupon, publishRedeemed } from '../managing/coupon-service';

/**
 * Counts one use of each coupon that a payer names, by id. Codes applied already are left out. A refusal rolls the counts
 * back with the transaction.
 */
export async function reserveCoupons(
  tx: TxDeps,
  tenant: Tenant,
  checkout: Unlocked<Checkout>,
  codes: readonly string[],
): Promise<readonly Coupon[]> {
  const { order, found } = await findWanted(tx, tenant, checkout, codes);
  const counted: Coupon[] = [];
  for (const coupon of [...found].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const now = tx.clock.now(tenant);
    checkRedeemable(coupon, now);
    const next = await countRedemption(tx.db, tenant, coupon.id, now);
    if (!next) throw couponUsedUp();
    await publishRedeemed(tx, tenant, next, checkout.id);
    if (next.status !== coupon.status) await publishCoupon(tx, tenant, 'coupon.updated', next);
    counted.push(next);
  }
  return inOrder(counted, order);
}

/** The coupons that a payer names if each could be used now; counts nothing. */
export async function previewCoupons(
  deps: ReadDeps,
  tenant: Tenant,
  checkout: Checkout,
  codes: readonly string[],
): Promise<readonly Coupon[]> {
  const { order, found } = await findWanted(deps, tenant, checkout, codes);
  for (const coupon of found) checkRedeemable(coupon, deps.clock.now(tenant));
  return inOrder(found, order);
}

/** The coupons that a payer names and the checkout does not have yet. */
async function findWanted(
  deps: ReadDeps,
  tenant: Tenant,
  checkout: Checkout,
  codes: readonly string[],
): Promise<{ readonly order: readonly string[]; readonly found: readonly Coupon[] }> {
  const used = new Set(checkout.couponsUsed.map(foldCode));
  const wanted = new Set(codes.map(foldCode).filter((code) => !used.has(code)));
  if (wanted.size === 0) return { order: [], found: [] };
  for (const code of wanted) checkAccepted(checkout, code);
  const found = await findCouponsByCode(deps.db, tenant, [...wanted]);
  if (found.length < wanted.size) throw couponNotFound();
  if (found.some((coupon) => isAnother(checkout, coupon))) throw couponNotAccepted();
  return { order: [...wanted], found };
}

function inOrder(coupons: readonly Coupon[], order: readonly string[]): readonly Coupon[] {
  return [...coupons].sort((a, b) => order.indexOf(foldCode(a.code)) - order.indexOf(foldCode(b.code)));
}

function checkAccepted(checkout: Checkout, code: string): void {
  const isListed = checkout.coupons.some((accepted) => foldCode(accepted) === code);
  const takesAny = checkout.allowCoupons && checkout.coupons.length === 0;
  if (!checkout.allowCoupons || (!isListed && !takesAny)) throw couponNotAccepted();
}

/** A coupon that has got the code of an accepted one since (docs/behaviour/checkouts.md#coupons). */
function isAnother({ acceptedCoupons }: Checkout, { id, code }: Coupon): boolean {
  const accepted = acceptedCoupons.find((each) => foldCode(each.code) === foldCode(code));
  return accepted !== undefined && accepted.id !== id;
}

/**
 * The reserved coupons that the checkout does not have yet: a concurrent payment may have applied some.
 * Those are counted back at once, because the transaction holds their locks already.
 */
export async function withoutApplied(
  tx: TxDeps,
  tenant: Tenant,
  locked: Locked<Checkout>,
  coupons: readonly Coupon[],
): Promise<readonly Coupon[]> {
  const used = new Set(locked.couponsUsed.map(foldCode));
  const isApplied = ({ code }: Coupon): boolean => used.has(foldCode(code));
  for (const { id } of coupons.filter(isApplied)) await releaseUse(tx, tenant, id);
  return coupons.filter((coupon) => !isApplied(coupon));
}

/** Inserts the redemptions of a checkout, or of one payment of a link. */
export async function recordRedemptions(
  tx: TxDeps,
  tenant: Tenant,
  used: { readonly checkoutId: string; readonly chargeId: string | undefined; readonly discounts: readonly Discount[] },
  status: 'RESERVED' | 'CONFIRMED',
): Promise<void> {
  const at = tx.clock.now(tenant);
  const redemptions = used.discounts.map(({ coupon, discountCents }): Redemption => ({
    id: tx.ids.next('redemption', at),
    couponId: coupon.id,
    checkoutId: used.checkoutId,
    chargeId: used.chargeId,
    discountCents,
    at,
  }));
  await insertRedemptions(tx.db, tenant, redemptions, status);
}

const batchSize = 100;

/** Counts FREED redemptions back into their coupons. Replicas may run it concurrently. */
export async function countBackFreed(deps: Deps, all: CrossTenant): Promise<number> {
  for (let counted = 0; ;) {
    const batch = await countBackBatch(deps, all);
    counted += batch;
    if (batch < batchSize) return counted;
  }
}

async function countBackBatch(deps: Deps, all: CrossTenant): Promise<number> {
  return transact(deps, async (tx) => {
    const freed = await lockFreedRedemptions(tx.db, all, batchSize);
    if (freed.length === 0) return 0;
    for (const { tenant, couponId } of freed) await releaseUse(tx, tenant, couponId);
    await markReleased(tx.db, freed);
    return freed.length;
  });
}

/** Counts one use back; publishes the coupon's update when that makes an EXPIRED one ACTIVE again. */
async function releaseUse(tx: TxDeps, tenant: Tenant, couponId: string): Promise<void> {
  const coupon = await countBack(tx.db, tenant, couponId, tx.clock.now(tenant));
  if (coupon) await publishCoupon(tx, tenant, 'coupon.released', coupon);
  const isUsableAgain = coupon?.status === 'ACTIVE' && coupon.redeemsCount === coupon.maxRedeems - 1;
  if (isUsableAgain) await publishCoupon(tx, tenant, 'coupon.updated', coupon);
}
