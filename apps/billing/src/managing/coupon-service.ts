import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { checkCouponInput, couponStatusAt, type Coupon, type CouponInput, type CouponStatus } from '../coupons/coupon';
import { couponCodeTaken, couponExpired, couponNotFound } from '../coupons/coupon-errors';
import { findCoupon, insertCoupon, markCouponDeleted, toggleCouponStatus } from '../coupons/coupon-repository';
import type { ReadDeps, TxDeps } from '../deps';
import { couponToWire } from '../messages/coupon-wire';

/** Creates a coupon. INVALID_ARGUMENT when one that is not deleted has the code, ignoring case. */
export async function createCoupon(tx: TxDeps, tenant: Tenant, input: CouponInput): Promise<Coupon> {
  const now = tx.clock.now(tenant);
  checkCouponInput(input, now);
  const coupon: Coupon = {
    ...input,
    id: tx.ids.next('coupon', now),
    devMode: tenant.devMode,
    status: 'ACTIVE',
    redeemsCount: 0,
    createdAt: now,
    updatedAt: now,
  };
  if (!(await insertCoupon(tx.db, tenant, coupon))) throw couponCodeTaken();
  await publishCoupon(tx, tenant, 'coupon.created', coupon);
  return coupon;
}

/** NOT_FOUND also for a coupon of another store or environment, or with another status than the one asked for. */
export async function getCoupon(
  deps: ReadDeps,
  tenant: Tenant,
  code: string,
  status: CouponStatus | undefined,
): Promise<Coupon> {
  const coupon = await findCoupon(deps.db, tenant, code, status === 'DELETED');
  const isWanted = coupon && (status === undefined || couponStatusAt(coupon, deps.clock.now(tenant)) === status);
  if (!isWanted) throw couponNotFound();
  return coupon;
}

/** ACTIVE ↔ INACTIVE. FAILED_PRECONDITION for an EXPIRED coupon: only a release makes one that is used up ACTIVE again. */
export async function toggleCoupon(tx: TxDeps, tenant: Tenant, code: string): Promise<Coupon> {
  const coupon = await toggleCouponStatus(tx.db, tenant, code, tx.clock.now(tenant));
  if (!coupon) throw (await findCoupon(tx.db, tenant, code)) ? couponExpired() : couponNotFound();
  await publishCoupon(tx, tenant, 'coupon.updated', coupon);
  return coupon;
}

/** Deletes a coupon, which frees its code. NOT_FOUND when it is deleted already. */
export async function deleteCoupon(tx: TxDeps, tenant: Tenant, code: string): Promise<Coupon> {
  const coupon = await markCouponDeleted(tx.db, tenant, code, tx.clock.now(tenant));
  if (!coupon) throw couponNotFound();
  await publishCoupon(tx, tenant, 'coupon.deleted', coupon);
  return coupon;
}

type CouponEvent = 'coupon.created' | 'coupon.updated' | 'coupon.deleted' | 'coupon.released';

/** The key is the id, because several coupons may have one code over time. */
export async function publishCoupon(tx: TxDeps, tenant: Tenant, type: CouponEvent, coupon: Coupon): Promise<void> {
  const { id: key, updatedAt: occurredAt } = coupon;
  const id = tx.ids.next('event', occurredAt);
  const data = { tenant, coupon: couponToWire(coupon, occurredAt) };
  await appendEvents(tx.db, [{ type, id, key, occurredAt, data }], tx.clock.real());
}

/** At the reservation of a use by a checkout. */
export async function publishRedeemed(tx: TxDeps, tenant: Tenant, coupon: Coupon, checkoutId: string): Promise<void> {
  const { id: key, updatedAt: occurredAt } = coupon;
  const id = tx.ids.next('event', occurredAt);
  const data = { tenant, coupon: couponToWire(coupon, occurredAt), checkoutId };
  await appendEvents(tx.db, [{ type: 'coupon.redeemed', id, key, occurredAt, data }], tx.clock.real());
}
