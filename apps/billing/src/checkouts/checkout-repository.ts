import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { movedClocksSql } from '../charges/moved-clocks';
import type { Checkout } from './checkout';
import { checkoutColumns, rowToCheckout, type CheckoutRow } from './checkout-row';

/** Inserts the checkout unless a live one has its external id; answers whether it was inserted. */
export async function insertCheckout(db: Db, tenant: Tenant, checkout: Checkout): Promise<boolean> {
  const inserted: unknown[] = await db('checkouts')
    .insert({
      id: checkout.id,
      store_id: tenant.storeId,
      dev_mode: tenant.devMode,
      external_id: checkout.externalId ?? null,
      external_id_is_label: checkout.isExternalIdLabel,
      frequency: checkout.frequency,
      status: checkout.status,
      amount_cents: checkout.amountCents,
      paid_amount_cents: checkout.paidAmountCents ?? null,
      platform_fee_cents: checkout.platformFeeCents,
      items: JSON.stringify(checkout.items),
      methods: checkout.methods,
      coupons: [...checkout.coupons],
      allow_coupons: checkout.allowCoupons,
      coupons_used: [...checkout.couponsUsed],
      discount_cents: checkout.discountCents,
      interest_basis_points: checkout.interestBasisPoints ?? null,
      fine_kind: checkout.fine?.kind ?? null,
      fine_value: checkout.fine?.value ?? null,
      customer_id: checkout.customerId ?? null,
      requested_customer_id: checkout.requestedCustomerId ?? null,
      return_url: checkout.returnUrl ?? null,
      completion_url: checkout.completionUrl ?? null,
      due_date: checkout.dueDate ?? null,
      max_installments: checkout.maxInstallments,
      installments_count: checkout.installmentsCount ?? null,
      skip_customer: checkout.skipCustomer,
      skip_review: checkout.skipReview,
      metadata: checkout.metadataJson,
      expires_at: checkout.expiresAt ?? null,
      paid_charge_id: checkout.paidChargeId ?? null,
      trial_days: checkout.trialDays ?? null,
      max_retry: checkout.retryPolicy?.maxRetry ?? null,
      retry_every_days: checkout.retryPolicy?.retryEveryDays ?? null,
      subscription_id: checkout.cycleOf?.subscriptionId ?? null,
      cycle_number: checkout.cycleOf?.number ?? null,
      created_at: checkout.createdAt,
      updated_at: checkout.updatedAt,
    })
    .onConflict(
      db.raw(
        `(store_id, dev_mode, external_id)
         where external_id is not null and not external_id_is_label and status not in ('CANCELLED', 'EXPIRED')`,
      ),
    )
    .ignore()
    .returning('id')
    .options({ name: 'checkout_insert' });
  return inserted.length === 1;
}

/** The checkout with its row locked: taken before the lock of any of its charges. */
export async function lockCheckout(db: Db, tenant: Tenant, id: string): Promise<Checkout | undefined> {
  const rows = (await db('checkouts')
    .select(...checkoutColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .forUpdate()
    .options({ name: 'checkout_lock' })) as readonly CheckoutRow[];
  return rows[0] && rowToCheckout(rows[0]);
}

/** Writes what may change of a payment link whose row the transaction has locked. */
export async function saveLink(db: Db, tenant: Tenant, link: Checkout): Promise<void> {
  const { id, methods, returnUrl, completionUrl, metadataJson, coupons, allowCoupons, updatedAt } = link;
  const changed = await db('checkouts')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id, status: 'ACTIVE' })
    .update({
      methods: [...methods],
      return_url: returnUrl ?? null,
      completion_url: completionUrl ?? null,
      metadata: metadataJson,
      coupons: [...coupons],
      allow_coupons: allowCoupons,
      updated_at: updatedAt,
    });
  if (changed !== 1) throw new Error(`link ${id} was not active under its own lock`);
}

/** The live checkout that holds an external id, with its row locked. */
export async function lockCheckoutByExternalId(
  db: Db,
  tenant: Tenant,
  externalId: string,
): Promise<Checkout | undefined> {
  const rows = (await db('checkouts')
    .select(...checkoutColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, external_id: externalId, external_id_is_label: false })
    .whereNotIn('status', ['CANCELLED', 'EXPIRED'])
    .forUpdate()) as readonly CheckoutRow[];
  return rows[0] && rowToCheckout(rows[0]);
}

/** Writes a payment; throws unless exactly this checkout, in the state it was judged by, changed. */
export async function savePaidCheckout(db: Db, tenant: Tenant, before: Checkout, paid: Checkout): Promise<void> {
  const changed = await db('checkouts')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id: paid.id, status: before.status })
    .update({
      status: paid.status,
      paid_amount_cents: paid.paidAmountCents ?? null,
      platform_fee_cents: paid.platformFeeCents,
      customer_id: paid.customerId ?? null,
      paid_charge_id: paid.paidChargeId ?? null,
      installments_count: paid.installmentsCount ?? null,
      updated_at: paid.updatedAt,
    })
    .options({ name: 'checkout_save_paid' });
  if (changed !== 1) throw new Error(`checkout ${paid.id} was not ${before.status} under its own lock`);
}

/** Keeps a checkout open longer; the caller holds its lock. */
export async function saveCheckoutExpiry(db: Db, tenant: Tenant, id: string, expiresAt: Date): Promise<void> {
  await db('checkouts')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id, status: 'PENDING' })
    .update({ expires_at: expiresAt });
}

/** Marks a checkout EXPIRED whose time is over; the caller holds its lock. */
export async function saveExpiredCheckout(db: Db, tenant: Tenant, id: string, at: Date): Promise<void> {
  const changed = await db('checkouts')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id, status: 'PENDING' })
    .update({ status: 'EXPIRED', updated_at: at });
  if (changed !== 1) throw new Error(`checkout ${id} was not PENDING under its own lock`);
}

/** Writes another status; the caller holds the lock and has judged the checkout in the state `before`. */
export async function saveCheckoutStatus(db: Db, tenant: Tenant, before: Checkout, after: Checkout): Promise<void> {
  const changed = await db('checkouts')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id: after.id, status: before.status })
    .update({ status: after.status, updated_at: after.updatedAt });
  if (changed !== 1) throw new Error(`checkout ${after.id} was not ${before.status} under its own lock`);
}

/** Writes what is back with its payers and its status; the caller holds the lock. */
export async function saveRefundedCheckout(db: Db, tenant: Tenant, before: Checkout, after: Checkout): Promise<void> {
  const changed = await db('checkouts')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id: after.id })
    .where({ status: before.status, refunded_cents: before.refundedCents })
    .update({ status: after.status, refunded_cents: after.refundedCents, updated_at: after.updatedAt });
  if (changed !== 1) throw new Error(`checkout ${after.id} changed under its own lock`);
}

/** Writes what coupons take off; the caller holds the lock. */
export async function saveDiscount(db: Db, tenant: Tenant, before: Checkout, after: Checkout): Promise<void> {
  const changed = await db('checkouts')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id: after.id, status: before.status })
    .update({
      amount_cents: after.amountCents,
      discount_cents: after.discountCents,
      coupons_used: [...after.couponsUsed],
      items: JSON.stringify(after.items),
      updated_at: after.updatedAt,
    });
  if (changed !== 1) throw new Error(`checkout ${after.id} was not ${before.status} under its own lock`);
}

/** A checkout that has just expired. */
export interface ExpiredCheckout {
  readonly tenant: Tenant;
  readonly checkout: Checkout;
}

interface ExpiredRow extends CheckoutRow {
  readonly store_id: string;
}

const expiredColumns = ['store_id', ...checkoutColumns].map((column) => `checkouts.${column}`).join(', ');

/**
 * Expires a batch of checkouts whose time is over at `now` (real time); rows that a payment holds are left to it. Those
 * of stores whose clock was moved are expired by {@link claimExpiredCheckoutsOfMoved}.
 */
export async function claimExpiredCheckouts(db: Db, now: Date, limit: number): Promise<readonly ExpiredCheckout[]> {
  const { rows } = await db.raw<{ rows: ExpiredRow[] }>(
    `with due as (
       select id from checkouts where status = 'PENDING' and expires_at <= :now
         and not exists (select from store_clocks c where checkouts.dev_mode and c.store_id = checkouts.store_id)
       order by expires_at limit :limit for update skip locked
     )
     update checkouts set status = 'EXPIRED', updated_at = :now from due where checkouts.id = due.id
     returning ${expiredColumns}`,
    { now, limit },
  );
  return rows.map(toExpired);
}

/** The same for stores whose clock was moved: of one, or of all that are not being advanced just now. */
export async function claimExpiredCheckoutsOfMoved(
  db: Db,
  now: Date,
  limit: number,
  tenant?: Tenant,
): Promise<readonly ExpiredCheckout[]> {
  const { rows } = await db.raw<{ rows: ExpiredRow[] }>(
    `with due as materialized (
       select own.id, clocks.now from (${movedClocksSql}) clocks cross join lateral (
         select id from checkouts
         where store_id = clocks.store_id and dev_mode and status = 'PENDING' and expires_at <= clocks.now
         order by expires_at limit :limit for update skip locked
       ) own limit :limit
     )
     update checkouts set status = 'EXPIRED', updated_at = due.now from due where checkouts.id = due.id
     returning ${expiredColumns}`,
    { now, limit, storeId: tenant?.storeId ?? null },
  );
  return rows.map(toExpired);
}

function toExpired(row: ExpiredRow): ExpiredCheckout {
  return { tenant: tenantOf(row.store_id, row.dev_mode), checkout: rowToCheckout(row) };
}
