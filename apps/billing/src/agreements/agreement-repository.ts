import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import {
  asLocked,
  boolean,
  jsonb,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Locked,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { Agreement, AgreementStatus, CycleAttempt } from './agreement';

export const agreements = table('agreements', {
  subscriptionId: text('subscription_id'),
  checkoutId: text('checkout_id'),
  customerId: text('customer_id'),
  method: text<Agreement['method']>('method'),
  cardId: optional(text('card_id')),
  status: text<AgreementStatus>('status'),
  chargeId: optional(text('charge_id')),
  coupons: jsonb<Agreement['coupons']>('coupons'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

const owner = table('agreements', { storeId: text('store_id'), devMode: boolean('dev_mode') });

const cycleAttempts = table('cycle_attempts', {
  attemptId: text('attempt_id'),
  subscriptionId: text('subscription_id'),
  chargeId: optional(text('charge_id')),
  checkoutId: optional(text('checkout_id')),
  sendingUntil: optional(timestamp('sending_until')),
  voidedAt: optional(timestamp('voided_at')),
});

export async function insertAgreement(db: Db, tenant: Tenant, agreement: Agreement): Promise<void> {
  const { storeId, devMode } = tenant;
  await db(agreements.name).insert({ store_id: storeId, dev_mode: devMode, ...agreements.toRow(agreement) });
}

export async function lockAgreement(
  tx: Tx,
  tenant: Tenant,
  subscriptionId: string,
): Promise<Locked<Agreement> | undefined> {
  const row = await agreements
    .of(tx, tenant)
    .where({ subscription_id: subscriptionId })
    .forUpdate()
    .first(agreements.columns)
    .options({ name: 'agreement_lock' });
  return row && asLocked(agreements.fromRow(row));
}

export async function findAgreement(db: Db, tenant: Tenant, subscriptionId: string): Promise<Agreement | undefined> {
  const row = await agreements.of(db, tenant).where({ subscription_id: subscriptionId }).first(agreements.columns);
  return row && agreements.fromRow(row);
}

/** The agreement of an unguessable id, and its tenant. */
export async function resolveAgreement(
  db: Db,
  _all: CrossTenant,
  subscriptionId: string,
): Promise<Owned<{ readonly agreement: Agreement }> | undefined> {
  const row = await db<Row>(agreements.name)
    .where({ subscription_id: subscriptionId })
    .first([...owner.columns, ...agreements.columns]);
  if (!row) return undefined;
  const { storeId, devMode } = owner.fromRow(row);
  return { tenant: toTenant(storeId, devMode), agreement: agreements.fromRow(row) };
}

/** The ACTIVE subscription of a customer from one checkout; there is at most one. */
export async function findActiveAgreement(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  customerId: string,
): Promise<Agreement | undefined> {
  const active = { checkout_id: checkoutId, customer_id: customerId, status: 'ACTIVE' };
  const row = await agreements.of(db, tenant).where(active).first(agreements.columns);
  return row && agreements.fromRow(row);
}

/** Whether this customer has an ACTIVE subscription from this checkout. */
export async function hasActiveAgreement(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  customerId: string,
): Promise<boolean> {
  const where = { checkout_id: checkoutId, customer_id: customerId };
  // As a literal, because the plan of a prepared statement uses the partial index only then.
  const query = agreements.of(db, tenant).where(where).whereRaw(`status = 'ACTIVE'`).first('subscription_id');
  return (await query.options({ name: 'agreement_active' })) !== undefined;
}

/**
 * Starts without a charge, of all stores, that have not changed since `before` (real time), except those that wait for
 * an authorisation. `updated_at` is the store's time, which a test clock may have moved years ahead; there are few such
 * rows at once.
 */
export async function findAbandonedStarts(
  db: Db,
  _all: CrossTenant,
  before: Date,
  limit: number,
): Promise<readonly Owned<{ readonly subscriptionId: string }>[]> {
  const { rows } = await db.raw<{ rows: { store_id: string; dev_mode: boolean; subscription_id: string }[] }>(
    `select store_id, dev_mode, subscription_id from agreements
     where status = 'STARTING' and charge_id is null and (method = 'CARD' or dev_mode)
       and updated_at - coalesce((select offset_ms from store_clocks c
                                  where agreements.dev_mode and c.store_id = agreements.store_id), 0)
         * interval '1 millisecond' < :before
     order by updated_at limit :limit`,
    { before, limit },
  );
  return rows.map((row) => ({ tenant: toTenant(row.store_id, row.dev_mode), subscriptionId: row.subscription_id }));
}

/** Saves the status, card and charge of an agreement; throws unless it was in `before.status`. */
export async function saveAgreement(
  tx: Tx,
  tenant: Tenant,
  before: Locked<Agreement>,
  after: Agreement,
): Promise<void> {
  const { subscriptionId, status, cardId, chargeId, updatedAt } = after;
  const changed = await agreements
    .of(tx, tenant)
    .where({ subscription_id: subscriptionId, status: before.status })
    .update(agreements.toRow({ status, cardId, chargeId, updatedAt }));
  if (changed !== 1) throw new Error(`agreement ${subscriptionId} was not ${before.status} under its own lock`);
}

/** The update, which changes nothing, locks an existing row in the same round trip. */
const lockAttemptSql = `
  insert into cycle_attempts as known (attempt_id, store_id, dev_mode, subscription_id, created_at)
  values (:attemptId, :storeId, :devMode, :subscriptionId, :at)
  on conflict (attempt_id) do update set created_at = known.created_at
    where known.store_id = excluded.store_id and known.dev_mode = excluded.dev_mode
  returning ${cycleAttempts.selectSql()}`;

/** The attempt with its row locked, inserted if it is new. */
export async function lockAttempt(
  tx: Tx,
  tenant: Tenant,
  { attemptId, subscriptionId }: { readonly attemptId: string; readonly subscriptionId: string },
  at: Date,
): Promise<Locked<CycleAttempt>> {
  const { rows } = await tx
    .raw<{ rows: Row[] }>(lockAttemptSql, { ...tenant, attemptId, subscriptionId, at })
    .options({ name: 'attempt_lock' });
  const [row] = rows;
  if (!row) throw new Error(`attempt ${attemptId} belongs to somebody else`);
  return asLocked(cycleAttempts.fromRow(row));
}

export async function saveAttempt(tx: Tx, tenant: Tenant, attempt: Locked<CycleAttempt>): Promise<void> {
  const { attemptId, chargeId, checkoutId, sendingUntil, voidedAt } = attempt;
  await cycleAttempts
    .of(tx, tenant)
    .where({ attempt_id: attemptId })
    .update(cycleAttempts.toRow({ chargeId, checkoutId, sendingUntil, voidedAt }))
    .options({ name: 'attempt_save' });
}
