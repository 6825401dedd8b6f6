import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Agreement, AgreementStatus, CycleAttempt } from './agreement';

export interface AgreementRow {
  readonly subscription_id: string;
  readonly checkout_id: string;
  readonly customer_id: string;
  readonly method: Agreement['method'];
  readonly card_id: string | null;
  readonly status: AgreementStatus;
  readonly charge_id: string | null;
  readonly coupons: Agreement['coupons'];
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface AttemptRow {
  readonly attempt_id: string;
  readonly subscription_id: string;
  readonly charge_id: string | null;
  readonly checkout_id: string | null;
  readonly sending_until: Date | null;
  readonly voided_at: Date | null;
}

export async function insertAgreement(db: Db, tenant: Tenant, agreement: Agreement): Promise<void> {
  await db('agreements').insert({
    subscription_id: agreement.subscriptionId,
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    checkout_id: agreement.checkoutId,
    customer_id: agreement.customerId,
    method: agreement.method,
    card_id: agreement.cardId ?? null,
    status: agreement.status,
    charge_id: agreement.chargeId ?? null,
    coupons: JSON.stringify(agreement.coupons),
    created_at: agreement.createdAt,
    updated_at: agreement.updatedAt,
  });
}

/** The agreement with its row locked. */
export async function lockAgreement(db: Db, tenant: Tenant, subscriptionId: string): Promise<Agreement | undefined> {
  const row = (await ofTenant(db, tenant)
    .where({ subscription_id: subscriptionId })
    .forUpdate()
    .first()
    .options({ name: 'agreement_lock' })) as AgreementRow | undefined;
  return row && rowToAgreement(row);
}

/** Whether this customer has an ACTIVE subscription from this checkout. */
export async function hasActiveAgreement(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  customerId: string,
): Promise<boolean> {
  const where = { checkout_id: checkoutId, customer_id: customerId };
  // In the text, as a prepared statement knows only then that the partial index applies.
  const query = ofTenant(db, tenant).select('subscription_id').where(where).whereRaw(`status = 'ACTIVE'`).first();
  return (await query.options({ name: 'agreement_active' })) !== undefined;
}

/**
 * Subscriptions of any tenant that begin without a charge and have not got further since an instant (real time). A row
 * has the time of its store, which a test clock may have put years ahead; there are few such rows at once.
 */
export async function claimAbandonedStarts(
  db: Db,
  before: Date,
  limit: number,
): Promise<readonly { readonly tenant: Tenant; readonly subscriptionId: string }[]> {
  const { rows } = await db.raw<{ rows: { store_id: string; dev_mode: boolean; subscription_id: string }[] }>(
    `select store_id, dev_mode, subscription_id from agreements
     where status = 'STARTING' and charge_id is null
       and updated_at - coalesce((select offset_ms from store_clocks c
                                  where agreements.dev_mode and c.store_id = agreements.store_id), 0)
         * interval '1 millisecond' < ?
     order by updated_at limit ?`,
    [before, limit],
  );
  return rows.map((row) => ({ tenant: tenantOf(row.store_id, row.dev_mode), subscriptionId: row.subscription_id }));
}

/** Writes another status, card or charge; the caller holds the lock and has judged the agreement as `before`. */
export async function saveAgreement(db: Db, tenant: Tenant, before: Agreement, after: Agreement): Promise<void> {
  const changed = await ofTenant(db, tenant)
    .where({ subscription_id: after.subscriptionId, status: before.status })
    .update({
      status: after.status,
      card_id: after.cardId ?? null,
      charge_id: after.chargeId ?? null,
      updated_at: after.updatedAt,
    });
  if (changed !== 1) throw new Error(`agreement ${after.subscriptionId} was not ${before.status} under its own lock`);
}

/** The update of nothing locks a row that was there, in the same round trip. */
const lockAttemptSql = `
  insert into cycle_attempts as known (attempt_id, store_id, dev_mode, subscription_id, created_at) values (?, ?, ?, ?, ?)
  on conflict (attempt_id) do update set created_at = known.created_at
    where known.store_id = excluded.store_id and known.dev_mode = excluded.dev_mode
  returning attempt_id, subscription_id, charge_id, checkout_id, sending_until, voided_at`;

/** The attempt with its row locked, made if it is new. */
export async function lockAttempt(
  db: Db,
  tenant: Tenant,
  key: { readonly attemptId: string; readonly subscriptionId: string },
  at: Date,
): Promise<CycleAttempt> {
  const { rows } = await db
    .raw<{ rows: AttemptRow[] }>(lockAttemptSql, [
      key.attemptId,
      tenant.storeId,
      tenant.devMode,
      key.subscriptionId,
      at,
    ])
    .options({ name: 'attempt_lock' });
  const [row] = rows;
  if (!row) throw new Error(`attempt ${key.attemptId} belongs to somebody else`);
  return rowToAttempt(row);
}

export async function saveAttempt(db: Db, tenant: Tenant, attempt: CycleAttempt): Promise<void> {
  await attemptsOf(db, tenant)
    .where({ attempt_id: attempt.attemptId })
    .update({
      charge_id: attempt.chargeId ?? null,
      checkout_id: attempt.checkoutId ?? null,
      sending_until: attempt.sendingUntil ?? null,
      voided_at: attempt.voidedAt ?? null,
    })
    .options({ name: 'attempt_save' });
}

function ofTenant(db: Db, tenant: Tenant) {
  return db('agreements').where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
}

function attemptsOf(db: Db, tenant: Tenant) {
  return db('cycle_attempts').where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
}

export function rowToAgreement(row: AgreementRow): Agreement {
  return {
    subscriptionId: row.subscription_id,
    checkoutId: row.checkout_id,
    customerId: row.customer_id,
    method: row.method,
    cardId: row.card_id ?? undefined,
    status: row.status,
    chargeId: row.charge_id ?? undefined,
    coupons: row.coupons,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function rowToAttempt(row: AttemptRow): CycleAttempt {
  return {
    attemptId: row.attempt_id,
    subscriptionId: row.subscription_id,
    chargeId: row.charge_id ?? undefined,
    checkoutId: row.checkout_id ?? undefined,
    sendingUntil: row.sending_until ?? undefined,
    voidedAt: row.voided_at ?? undefined,
  };
}
