import { tenantOf, type Cents, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Checkout } from '../checkouts/checkout';
import { foldCode, type Coupon } from '../coupons/coupon';
import { couponNotAccepted, couponNotFound, couponUsedUp } from '../coupons/coupon-errors';
import { findCouponsByCode } from '../coupons/coupon-queries';
import type { Discount } from '../coupons/discount';
import {
  claimFreedRedemptions,
  claimReleased,
  countBack,
  countRedemption,
  insertRedemptions,
  type Redemption,
} from '../coupons/redemption-repository';
import type { Deps } from '../deps';
import { publishCoupon, publishRedeemed } from '../managing/coupon-service';

/**
 * Counts one use of each coupon a payer names, before the checkout is locked (lock order: coupon, checkout, charge;
 * coupons by id). Codes applied already are left out. `deps.db` is the transaction that takes it all back on a refusal.
 */
export async function reserveCoupons(
  deps: Deps,
  tenant: Tenant,
  checkout: Checkout,
  codes: readonly string[],
): Promise<readonly Coupon[]> {
  const { order, found } = await findWanted(deps, tenant, checkout, codes);
  const counted: Coupon[] = [];
  for (const coupon of [...found].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const now = deps.clock.now(tenant);
    const next = await countRedemption(deps.db, tenant, coupon.id, now);
    if (!next) throw couponUsedUp();
    await publishRedeemed(deps, tenant, next, checkout.id);
    if (next.status !== coupon.status) await publishCoupon(deps, tenant, 'coupon.updated', next);
    counted.push(next);
  }
  return inOrder(counted, order);
}

/** The coupons a payer names, if each could be used now; nothing is counted. */
export async function previewCoupons(
  deps: Deps,
  tenant: Tenant,
  checkout: Checkout,
  codes: readonly string[],
): Promise<readonly Coupon[]> {
  const { order, found } = await findWanted(deps, tenant, checkout, codes);
  if (found.some(({ status }) => status !== 'ACTIVE')) throw couponUsedUp();
  return inOrder(found, order);
}

/** What a checkout does not have yet of the coupons that a payer names. */
async function findWanted(
  deps: Deps,
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

/**
 * Those of the reserved coupons that a checkout, locked since, does not have yet: a parallel payment may have applied
 * some. They are counted back at once, as the caller's transaction has their locks already.
 */
export async function withoutApplied(
  deps: Deps,
  tenant: Tenant,
  locked: Checkout,
  coupons: readonly Coupon[],
): Promise<readonly Coupon[]> {
  const used = new Set(locked.couponsUsed.map(foldCode));
  const isApplied = ({ code }: Coupon): boolean => used.has(foldCode(code));
  for (const { id } of coupons.filter(isApplied)) await giveBack(deps, tenant, id);
  return coupons.filter((coupon) => !isApplied(coupon));
}

/** Writes which coupons a checkout, or one payment of a link, has used. */
export async function recordRedemptions(
  deps: Deps,
  tenant: Tenant,
  used: { readonly checkoutId: string; readonly chargeId: string | undefined; readonly discounts: readonly Discount[] },
  status: 'RESERVED' | 'CONFIRMED',
): Promise<void> {
  const at = deps.clock.now(tenant);
  const redemptions = used.discounts.map(
    ({ coupon, discountCents }): Redemption & { readonly discountCents: Cents } => ({
      id: deps.ids.next('redemption', at),
      couponId: coupon.id,
      checkoutId: used.checkoutId,
      chargeId: used.chargeId,
      discountCents,
      at,
    }),
  );
  await insertRedemptions(deps.db, tenant, redemptions, status);
}

const batchSize = 100;

/** Counts freed redemptions back into their coupons; every replica may do it at once. */
export async function countBackFreed(deps: Deps): Promise<void> {
  while ((await countBackBatch(deps)) === batchSize);
}

async function countBackBatch(deps: Deps): Promise<number> {
  return inTransaction(deps.db, async (db) => {
    const { ids, coupons } = await claimFreedRedemptions(db, batchSize);
    if (ids.length === 0) return 0;
    for (const { store_id: storeId, dev_mode: devMode, coupon_id: couponId } of coupons) {
      await giveBack({ ...deps, db }, tenantOf(storeId, devMode), couponId);
    }
    await claimReleased(db, ids);
    return ids.length;
  });
}

/** Counts one use back and tells when that makes an EXPIRED coupon ACTIVE again. `deps.db` is a transaction. */
async function giveBack(deps: Deps, tenant: Tenant, couponId: string): Promise<void> {
  const coupon = await countBack(deps.db, tenant, couponId, deps.clock.now(tenant));
  if (coupon) await publishCoupon(deps, tenant, 'coupon.released', coupon);
  const isUsableAgain = coupon?.status === 'ACTIVE' && coupon.redeemsCount === coupon.maxRedeems - 1;
  if (isUsableAgain) await publishCoupon(deps, tenant, 'coupon.updated', coupon);
}
