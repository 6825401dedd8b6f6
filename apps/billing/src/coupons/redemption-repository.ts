import { toTenant, type Cents, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import {
  cents,
  isOwnedBy,
  optional,
  ownedIds,
  ownedIdsSql,
  table,
  text,
  timestamp,
  type Db,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { Charge } from '../charges/charge';
import type { Checkout } from '../checkouts/checkout';
import type { Coupon } from './coupon';
import { coupons } from './coupon-repository';

/** One use of a coupon, counted from the moment it is reserved. */
export interface Redemption {
  readonly id: string;
  readonly couponId: string;
  readonly checkoutId: string;
  /**
   * Set for links and subscription checkouts, where each payment applies its own coupons. A subscription's id where
   * there is no charge: a start without one, and a coupon added later.
   */
  readonly chargeId: string | undefined;
  readonly discountCents: Cents;
  readonly at: Date;
}

/** FREED is counted back into its coupon later, and then RELEASED. */
type RedemptionStatus = 'RESERVED' | 'CONFIRMED' | 'FREED' | 'RELEASED';

const redemptions = table('coupon_redemptions', {
  id: text('id'),
  couponId: text('coupon_id'),
  checkoutId: text('checkout_id'),
  chargeId: optional(text('charge_id')),
  status: text<RedemptionStatus>('status'),
  discountCents: cents('discount_cents'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

/**
 * Counts one more use of an ACTIVE coupon and turns it EXPIRED with the last one; undefined when none is left. Check and
 * count are one statement, so that concurrent calls never exceed `max_redeems`.
 */
export async function countRedemption(db: Db, tenant: Tenant, couponId: string, at: Date): Promise<Coupon | undefined> {
  const [row]: Row[] = await coupons
    .of(db, tenant)
    .where({ id: couponId, status: 'ACTIVE' })
    .whereRaw('(max_redeems = -1 or redeems_count < max_redeems)')
    .update({
      redeems_count: db.raw('redeems_count + 1'),
      status: db.raw(`case when redeems_count + 1 = max_redeems then 'EXPIRED' else status end`),
      updated_at: at,
    })
    .returning(coupons.columns);
  return row && coupons.fromRow(row);
}

export async function insertRedemptions(
  tx: Tx,
  tenant: Tenant,
  used: readonly Redemption[],
  status: 'RESERVED' | 'CONFIRMED',
): Promise<void> {
  if (used.length === 0) return;
  const owner = { store_id: tenant.storeId, dev_mode: tenant.devMode };
  await tx(redemptions.name).insert(
    used.map(({ at, ...redemption }) => ({
      ...owner,
      ...redemptions.toRow({ ...redemption, status, createdAt: at, updatedAt: at }),
    })),
  );
}

export async function lockCoupon(tx: Tx, tenant: Tenant, id: string): Promise<Coupon | undefined> {
  const row = await coupons.of(tx, tenant).where({ id }).forUpdate().first(coupons.columns);
  return row && coupons.fromRow(row);
}

/** Whether a use of the coupon is counted under one of these ids. */
export async function isRedeemed(
  db: Db,
  tenant: Tenant,
  couponId: string,
  chargeIds: readonly string[],
): Promise<boolean> {
  const row = await redemptions
    .of(db, tenant)
    .where({ coupon_id: couponId })
    .whereIn('charge_id', chargeIds)
    .whereIn('status', ['RESERVED', 'CONFIRMED'])
    .first('id');
  return row !== undefined;
}

/** The coupons that a checkout has reserved, in no order. */
export async function findReservedCoupons(db: Db, tenant: Tenant, checkoutId: string): Promise<readonly Coupon[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select ${coupons.selectSql('c')} from coupons c join coupon_redemptions r on r.coupon_id = c.id
     where r.store_id = :storeId and r.dev_mode = :devMode and r.checkout_id = :checkoutId and r.status = 'RESERVED'`,
    { ...tenant, checkoutId },
  );
  return rows.map((row) => coupons.fromRow(row));
}

/** Saves the new discount of a coupon that a checkout has reserved. */
export async function saveReservedDiscount(
  db: Db,
  tenant: Tenant,
  reserved: { readonly checkoutId: string; readonly couponId: string; readonly discountCents: Cents },
  at: Date,
): Promise<void> {
  const { checkoutId, couponId, discountCents } = reserved;
  await ofCheckout(db, tenant, checkoutId)
    .where({ status: 'RESERVED', coupon_id: couponId })
    .update(redemptions.toRow({ discountCents, updatedAt: at }));
}

/** RESERVED → CONFIRMED: what a paid charge used. */
export async function confirmRedemptions(db: Db, tenant: Tenant, checkout: Checkout, paid: Charge): Promise<void> {
  if (paid.coupons.length === 0) return;
  await ofCheckout(db, tenant, checkout.id)
    .where({ status: 'RESERVED' })
    .whereRaw('(charge_id is null or charge_id = :chargeId)', { chargeId: paid.id })
    .update(redemptions.toRow({ status: 'CONFIRMED', updatedAt: paid.updatedAt }));
}

/** The same under one charge id: a subscription that begins without a charge uses its own id. */
export async function confirmRedemptionsOfCharge(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  chargeId: string,
  at: Date,
): Promise<void> {
  await ofCheckout(db, tenant, checkoutId)
    .where({ status: 'RESERVED', charge_id: chargeId })
    .update(redemptions.toRow({ status: 'CONFIRMED', updatedAt: at }));
}

/** The same for a checkout whose whole price coupons paid. */
export async function confirmAllRedemptions(db: Db, tenant: Tenant, checkoutId: string, at: Date): Promise<void> {
  await ofCheckout(db, tenant, checkoutId)
    .where({ status: 'RESERVED' })
    .update(redemptions.toRow({ status: 'CONFIRMED', updatedAt: at }));
}

/**
 * RESERVED → FREED when a checkout, or one payment of a link, is closed. Another transaction counts them back into
 * their coupons (`countBackFreed`): locking the coupons here, after the checkout, could deadlock.
 */
export async function freeRedemptions(
  db: Db,
  tenant: Tenant,
  closed: { readonly checkoutId: string; readonly chargeId?: string | undefined },
  at: Date,
): Promise<void> {
  const query = ofCheckout(db, tenant, closed.checkoutId).where({ status: 'RESERVED' });
  if (closed.chargeId !== undefined) query.where({ charge_id: closed.chargeId });
  await query.update(redemptions.toRow({ status: 'FREED', updatedAt: at }));
}

/** Locks a batch of FREED redemptions of all stores, in the order in which to lock their coupons. */
export async function lockFreedRedemptions(
  tx: Tx,
  _all: CrossTenant,
  limit: number,
): Promise<readonly Owned<Pick<Redemption, 'id' | 'couponId'>>[]> {
  const { rows } = await tx.raw<{ rows: { id: string; store_id: string; dev_mode: boolean; coupon_id: string }[] }>(
    `select id, store_id, dev_mode, coupon_id from coupon_redemptions where status = 'FREED'
     order by coupon_id collate "C", id limit :limit for update skip locked`,
    { limit },
  );
  return rows.map((row) => ({
    id: row.id,
    couponId: row.coupon_id,
    tenant: toTenant(row.store_id, row.dev_mode),
  }));
}

/** Counts one use back; an EXPIRED coupon that has uses left again is ACTIVE again. */
export async function countBack(db: Db, tenant: Tenant, couponId: string, at: Date): Promise<Coupon | undefined> {
  const [row]: Row[] = await coupons
    .of(db, tenant)
    .where({ id: couponId })
    .update({
      redeems_count: db.raw('redeems_count - 1'),
      status: db.raw(`case status when 'EXPIRED' then 'ACTIVE' else status end`),
      updated_at: at,
    })
    .returning(coupons.columns);
  return row && coupons.fromRow(row);
}

/** FREED → RELEASED, after {@link lockFreedRedemptions}. */
export async function markReleased(tx: Tx, freed: readonly Owned<Pick<Redemption, 'id'>>[]): Promise<void> {
  await tx.raw(
    `update coupon_redemptions r set status = 'RELEASED' from ${ownedIdsSql('k')} where ${isOwnedBy('r', 'k')}`,
    ownedIds(freed),
  );
}

function ofCheckout(db: Db, tenant: Tenant, checkoutId: string) {
  return redemptions.of(db, tenant).where({ checkout_id: checkoutId });
}
