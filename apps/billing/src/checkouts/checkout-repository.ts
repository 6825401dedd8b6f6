import type { Owned, Tenant } from '@pitanga/core';
import { asLocked, type Db, type Locked, type Row, type Tx } from '@pitanga/database';
import {
  claimOverdue,
  claimOverdueOnTestClocks,
  expireSql,
  overdueBindings,
  type OverdueRow,
} from '../charges/overdue-rows';
import type { Checkout } from './checkout';
import { checkouts, checkoutToRow, rowToCheckout, rowToOwnedCheckout } from './checkout-row';

const insertSql = `${checkouts.insertSql}
  on conflict (store_id, dev_mode, external_id)
    where external_id is not null and not external_id_is_label and status not in ('CANCELLED', 'EXPIRED')
  do nothing`;

/** Inserts the checkout unless a live one has its external id; returns whether it was inserted. */
export async function insertCheckout(db: Db, tenant: Tenant, checkout: Checkout): Promise<boolean> {
  const { rowCount } = await db
    .raw<{ rowCount: number }>(insertSql, checkoutToRow(tenant, checkout))
    .options({ name: 'checkout_insert' });
  return rowCount === 1;
}

export async function lockCheckout(tx: Tx, tenant: Tenant, id: string): Promise<Locked<Checkout> | undefined> {
  const [row] = await checkouts
    .of(tx, tenant)
    .select(checkouts.columns)
    .where({ id })
    .forUpdate()
    .options({ name: 'checkout_lock' });
  return row && asLocked(rowToCheckout(row));
}

/** Locks the live checkout that has an external id. */
export async function lockCheckoutByExternalId(
  tx: Tx,
  tenant: Tenant,
  externalId: string,
): Promise<Locked<Checkout> | undefined> {
  const row = await checkouts
    .of(tx, tenant)
    .where({ external_id: externalId, external_id_is_label: false })
    .whereNotIn('status', ['CANCELLED', 'EXPIRED'])
    .forUpdate()
    .first(checkouts.columns);
  return row && asLocked(rowToCheckout(row));
}

/** Saves what may change of a payment link. */
export async function saveLink(tx: Tx, tenant: Tenant, link: Locked<Checkout>): Promise<void> {
  const { id, methods, returnUrl, completionUrl, metadataJson, updatedAt } = link;
  const { coupons, acceptedCoupons, allowCoupons } = link;
  const changes = {
    methods,
    returnUrl,
    completionUrl,
    metadataJson,
    coupons,
    acceptedCoupons,
    allowCoupons,
    updatedAt,
  };
  const changed = await checkouts.of(tx, tenant).where({ id, status: 'ACTIVE' }).update(checkouts.toRow(changes));
  if (changed !== 1) throw new Error(`link ${id} was not active under its own lock`);
}

/** Keeps a checkout open longer. */
export async function saveCheckoutExpiry(
  tx: Tx,
  tenant: Tenant,
  { id }: Locked<Checkout>,
  expiresAt: Date,
): Promise<void> {
  await checkouts.of(tx, tenant).where({ id, status: 'PENDING' }).update(checkouts.toRow({ expiresAt }));
}

/** Saves the status of a checkout; throws unless it was in `before.status`. */
export async function saveCheckoutStatus(
  tx: Tx,
  tenant: Tenant,
  before: Locked<Checkout>,
  { id, status, updatedAt }: Checkout,
): Promise<void> {
  const changed = await checkouts
    .of(tx, tenant)
    .where({ id, status: before.status })
    .update(checkouts.toRow({ status, updatedAt }));
  if (changed !== 1) throw new Error(`checkout ${id} was not ${before.status} under its own lock`);
}

/** Saves the refunded amount and the status of a checkout; throws unless both were those of `before`. */
export async function saveRefundedCheckout(
  tx: Tx,
  tenant: Tenant,
  before: Locked<Checkout>,
  after: Checkout,
): Promise<void> {
  const { id, status, refundedCents, updatedAt } = after;
  const changed = await checkouts
    .of(tx, tenant)
    .where({ id, status: before.status, refunded_cents: before.refundedCents })
    .update(checkouts.toRow({ status, refundedCents, updatedAt }));
  if (changed !== 1) throw new Error(`checkout ${id} changed under its own lock`);
}

/** Saves the discount of a checkout; throws unless it was in `before.status`. */
export async function saveDiscount(tx: Tx, tenant: Tenant, before: Locked<Checkout>, after: Checkout): Promise<void> {
  const { id, amountCents, discountCents, couponsUsed, items, updatedAt } = after;
  const changed = await checkouts
    .of(tx, tenant)
    .where({ id, status: before.status })
    .update(checkouts.toRow({ amountCents, discountCents, couponsUsed, items, updatedAt }));
  if (changed !== 1) throw new Error(`checkout ${id} was not ${before.status} under its own lock`);
}

/** Saves that nothing is collected of the open checkout of a cycle. */
export async function saveEmptied(tx: Tx, tenant: Tenant, before: Locked<Checkout>, after: Checkout): Promise<void> {
  const { id, status, amountCents, paidAmountCents, updatedAt } = after;
  const changed = await checkouts
    .of(tx, tenant)
    .where({ id, status: before.status })
    .update(checkouts.toRow({ status, amountCents, paidAmountCents, updatedAt }));
  if (changed !== 1) throw new Error(`checkout ${id} was not ${before.status} under its own lock`);
}

const returning = `returning ${checkouts.selectSql('checkouts')}`;

/** SQL: no start of the checkout waits for what its bank says, which may be that it was authorised in time. */
export const hasNoOpenStart = `not exists (
  select from agreements a where a.checkout_id = checkouts.id and a.status = 'STARTING' and a.charge_id is null)`;

const overdue = {
  table: 'checkouts',
  job: 'CHECKOUT_EXPIRY',
  dueAt: 'expires_at',
  dueAtOfStore: 'expires_at',
  isReady: hasNoOpenStart,
} as const;
export const claimOverdueCheckouts = claimOverdue(overdue);
export const claimOverdueCheckoutsOnTestClocks = claimOverdueOnTestClocks(overdue);

/** Expires checkouts that this transaction has claimed, but those in which a start was committed as they were claimed. */
export async function expireCheckouts(
  tx: Tx,
  due: readonly Owned<OverdueRow>[],
): Promise<readonly Owned<{ readonly checkout: Locked<Checkout> }>[]> {
  const { rows } = await tx.raw<{ rows: Row[] }>(
    `${expireSql('checkouts')} and ${hasNoOpenStart} ${returning}`,
    overdueBindings(due),
  );
  return rows.map(rowToOwnedCheckout).map(({ tenant, checkout }) => ({ tenant, checkout: asLocked(checkout) }));
}
