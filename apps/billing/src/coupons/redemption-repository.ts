import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import type { Checkout } from '../checkouts/checkout';
import type { Coupon } from './coupon';
import { couponColumns, rowToCoupon, type CouponRow } from './coupon-repository';

/** One use of a coupon, counted from the moment it is reserved. */
export interface Redemption {
  readonly id: string;
  readonly couponId: string;
  readonly checkoutId: string;
  /**
   * Of links and subscription checkouts, where each payment applies its own coupons. Of a subscription its own id where
   * there was no charge: a start without one, and a coupon that was added later.
   */
  readonly chargeId: string | undefined;
  readonly discountCents: number;
  readonly at: Date;
}

/**
 * Counts one more use of an ACTIVE coupon that has any left, and turns it EXPIRED with the last; undefined when it
 * has none. The guard and the count are one statement: however many ask at once, `max_redeems` is never exceeded.
 */
export async function countRedemption(db: Db, tenant: Tenant, couponId: string, at: Date): Promise<Coupon | undefined> {
  const rows: CouponRow[] = await db('coupons')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id: couponId, status: 'ACTIVE' })
    .whereRaw('(max_redeems = -1 or redeems_count < max_redeems)')
    .update({
      redeems_count: db.raw('redeems_count + 1'),
      status: db.raw(`case when redeems_count + 1 = max_redeems then 'EXPIRED' else status end`),
      updated_at: at,
    })
    .returning([...couponColumns]);
  return rows[0] && rowToCoupon(rows[0]);
}

export async function insertRedemptions(
  db: Db,
  tenant: Tenant,
  redemptions: readonly Redemption[],
  status: 'RESERVED' | 'CONFIRMED',
): Promise<void> {
  if (redemptions.length === 0) return;
  await db('coupon_redemptions').insert(
    redemptions.map((redemption) => ({
      id: redemption.id,
      store_id: tenant.storeId,
      dev_mode: tenant.devMode,
      coupon_id: redemption.couponId,
      checkout_id: redemption.checkoutId,
      charge_id: redemption.chargeId ?? null,
      status,
      discount_cents: redemption.discountCents,
      created_at: redemption.at,
      updated_at: redemption.at,
    })),
  );
}

/** The coupon with its row locked. */
export async function lockCoupon(db: Db, tenant: Tenant, id: string): Promise<Coupon | undefined> {
  const row = (await db('coupons')
    .select(...couponColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .forUpdate()
    .first()) as CouponRow | undefined;
  return row && rowToCoupon(row);
}

/** Whether a use of the coupon is counted under one of these ids. */
export async function isRedeemed(
  db: Db,
  tenant: Tenant,
  couponId: string,
  chargeIds: readonly string[],
): Promise<boolean> {
  const owner = { store_id: tenant.storeId, dev_mode: tenant.devMode };
  const row: unknown = await db('coupon_redemptions')
    .select('id')
    .where({ ...owner, coupon_id: couponId })
    .whereIn('charge_id', chargeIds)
    .whereIn('status', ['RESERVED', 'CONFIRMED'])
    .first();
  return row !== undefined;
}

/** The coupons that a checkout has reserved, in no order. */
export async function findReservedCoupons(db: Db, tenant: Tenant, checkoutId: string): Promise<readonly Coupon[]> {
  const rows = (await db('coupons')
    .select(couponColumns.map((column) => `coupons.${column}`))
    .join('coupon_redemptions', 'coupon_redemptions.coupon_id', 'coupons.id')
    .where({
      'coupon_redemptions.store_id': tenant.storeId,
      'coupon_redemptions.dev_mode': tenant.devMode,
      'coupon_redemptions.checkout_id': checkoutId,
      'coupon_redemptions.status': 'RESERVED',
    })) as readonly CouponRow[];
  return rows.map(rowToCoupon);
}

/** Writes what a coupon that a checkout has reserved takes off now. */
export async function saveReservedDiscount(
  db: Db,
  tenant: Tenant,
  reserved: { readonly checkoutId: string; readonly couponId: string; readonly discountCents: number },
  at: Date,
): Promise<void> {
  await ofCheckout(db, tenant, reserved.checkoutId)
    .where({ status: 'RESERVED', coupon_id: reserved.couponId })
    .update({ discount_cents: reserved.discountCents, updated_at: at });
}

/** What a paid charge used is used for good. */
export async function confirmRedemptions(db: Db, tenant: Tenant, checkout: Checkout, paid: Charge): Promise<void> {
  if (paid.coupons.length === 0) return;
  await ofCheckout(db, tenant, checkout.id)
    .where({ status: 'RESERVED' })
    .whereRaw('(charge_id is null or charge_id = ?)', [paid.id])
    .update({ status: 'CONFIRMED', updated_at: paid.updatedAt });
}

/** What a subscription used that began without a charge: its redemptions are under its own id. */
export async function confirmRedemptionsOfCharge(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  chargeId: string,
  at: Date,
): Promise<void> {
  const where = { status: 'RESERVED', charge_id: chargeId };
  await ofCheckout(db, tenant, checkoutId).where(where).update({ status: 'CONFIRMED', updated_at: at });
}

/** What a checkout paid by coupons alone used. */
export async function confirmRedemptionsOf(db: Db, tenant: Tenant, checkoutId: string, at: Date): Promise<void> {
  await ofCheckout(db, tenant, checkoutId)
    .where({ status: 'RESERVED' })
    .update({ status: 'CONFIRMED', updated_at: at });
}

/**
 * Gives back what a closed checkout, or one closed payment of a link, had reserved. The coupons count it back in a
 * transaction of their own (`countBackFreed`): taking their locks here, after the checkout's, could deadlock.
 */
export async function freeRedemptions(
  db: Db,
  tenant: Tenant,
  closed: { readonly checkoutId: string; readonly chargeId?: string | undefined },
  at: Date,
): Promise<void> {
  const query = ofCheckout(db, tenant, closed.checkoutId).where({ status: 'RESERVED' });
  if (closed.chargeId !== undefined) query.where({ charge_id: closed.chargeId });
  await query.update({ status: 'FREED', updated_at: at });
}

interface CountedBack {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly coupon_id: string;
}

/** Locks a batch of freed redemptions and answers the coupons they belong to, once each, in the order to lock them. */
export async function claimFreedRedemptions(
  db: Db,
  limit: number,
): Promise<{ readonly ids: readonly string[]; readonly coupons: readonly CountedBack[] }> {
  const { rows } = await db.raw<{ rows: (CountedBack & { id: string })[] }>(
    `select id, store_id, dev_mode, coupon_id from coupon_redemptions where status = 'FREED'
     order by coupon_id collate "C", id limit ? for update skip locked`,
    [limit],
  );
  return { ids: rows.map(({ id }) => id), coupons: rows };
}

/** Counts one use back; an EXPIRED coupon that has uses left again is ACTIVE again. */
export async function countBack(db: Db, tenant: Tenant, couponId: string, at: Date): Promise<Coupon | undefined> {
  const rows: CouponRow[] = await db('coupons')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id: couponId })
    .update({
      redeems_count: db.raw('redeems_count - 1'),
      status: db.raw(`case status when 'EXPIRED' then 'ACTIVE' else status end`),
      updated_at: at,
    })
    .returning([...couponColumns]);
  return rows[0] && rowToCoupon(rows[0]);
}

/** Ends redemptions of any tenants that {@link claimFreedRedemptions} locked. */
export async function claimReleased(db: Db, ids: readonly string[]): Promise<void> {
  await db('coupon_redemptions').whereIn('id', ids).update({ status: 'RELEASED' });
}

function ofCheckout(db: Db, tenant: Tenant, checkoutId: string) {
  return db('coupon_redemptions').where({
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    checkout_id: checkoutId,
  });
}
