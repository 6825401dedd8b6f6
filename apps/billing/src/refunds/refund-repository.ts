import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { OrderWait } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import type { Refund } from './refund';
import { refundColumns, refundToRow, rowToRefund, type RefundRow } from './refund-row';

/**
 * Inserts a refund, due at `runAt` (real time); false when the charge has one under way, or when this overpayment was
 * recorded before.
 */
export async function insertRefund(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  refund: Refund,
  runAt: Date,
): Promise<boolean> {
  const inserted: unknown[] = await db('refunds')
    .insert({ ...refundToRow(tenant, refund, sealer), run_at: runAt })
    .onConflict()
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

export async function lockRefund(db: Db, tenant: Tenant, sealer: Sealer, id: string): Promise<Refund | undefined> {
  const row = (await ofTenant(db, tenant)
    .select(...refundColumns)
    .where({ id })
    .forUpdate()
    .first()) as RefundRow | undefined;
  return row && rowToRefund(row, tenant, sealer);
}

/** Writes what has become of a refund and when it is due next; the caller holds its lock. */
export async function saveRefund(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  before: Refund,
  refund: Refund,
  runAt: Date,
): Promise<void> {
  const { id, ...row } = refundToRow(tenant, refund, sealer);
  const changed = await ofTenant(db, tenant)
    .where({ id, status: before.status, step: before.step })
    .update({ ...row, run_at: runAt });
  if (changed !== 1) throw new Error(`refund ${refund.id} was not ${before.step} under its own lock`);
}

/**
 * Marks an intent whose money the ledger would not set aside; false when another worker got the money meanwhile. With a
 * `refusal` it is to fail, else to go.
 */
export async function markTakenBack(db: Db, tenant: Tenant, id: string, refusal?: string): Promise<boolean> {
  const mark = { step: 'TAKE_BACK', refusal: refusal ?? null };
  return (await ofTenant(db, tenant).where({ id, step: 'RESERVE' }).update(mark)) === 1;
}

/** Nothing of an intent stays whose request was told of the refusal. */
export async function deleteTakenBack(db: Db, tenant: Tenant, id: string): Promise<void> {
  await ofTenant(db, tenant).where({ id, step: 'TAKE_BACK' }).whereNull('refusal').delete();
}

/** Brings the next step of a store's refunds nearer, because its test clock was moved; at the simulator, too. */
export async function shiftRefunds(tx: Db, tenant: Tenant, deltaMs: number): Promise<void> {
  await tx.raw(
    `update refunds
     set run_at = run_at - :deltaMs * interval '1 millisecond',
       requested_at = requested_at - :deltaMs * interval '1 millisecond',
       sent_at = sent_at - :deltaMs * interval '1 millisecond'
     where store_id = :storeId and dev_mode and step in ('SEND', 'WATCH')`,
    { deltaMs, storeId: tenant.storeId },
  );
}

/**
 * Refunds whose next step is due, taken by this process until `leaseUntil`: several replicas share the work, and
 * what a crashed one had comes back. Of one store, or of all whose test clock is not being advanced just now: the
 * advance does theirs, and waits for it.
 */
export async function claimDueRefunds(
  db: Db,
  now: Date,
  leaseUntil: Date,
  limit: number,
  tenant?: Tenant,
): Promise<readonly { readonly tenant: Tenant; readonly id: string }[]> {
  const { rows } = await db.raw<{ rows: { id: string; store_id: string; dev_mode: boolean }[] }>(
    `with due as (
       select id from refunds r where step in ('RESERVE', 'TAKE_BACK', 'SEND', 'WATCH') and run_at <= :now
         and case when cast(:storeId as text) is null then ${isNotAdvancing} else store_id = :storeId and dev_mode end
       order by run_at limit :limit for update skip locked
     )
     update refunds set run_at = :leaseUntil from due where refunds.id = due.id
     returning refunds.id, refunds.store_id, refunds.dev_mode`,
    { now, limit, leaseUntil, storeId: tenant?.storeId ?? null },
  );
  return rows.map((row) => ({ id: row.id, tenant: tenantOf(row.store_id, row.dev_mode) }));
}

const isNotAdvancing = `not exists (
  select from store_clocks c where r.dev_mode and c.store_id = r.store_id and c.advancing_until > :now)`;

/** Keeps a refund at its step, due again at `runAt`; writes nothing when another worker has changed it since. */
export async function postponeRefund(
  db: Db,
  tenant: Tenant,
  { id, step, sentAt }: Refund,
  { attempts, isAccepted }: OrderWait,
  runAt: Date,
): Promise<void> {
  await ofTenant(db, tenant)
    .where({ id, step })
    .whereRaw('sent_at is not distinct from ?', [sentAt ?? null])
    .update({ run_at: runAt, attempts, ...(isAccepted && { refusal: null, provider_code: null }) });
}

function ofTenant(db: Db, tenant: Tenant) {
  return db('refunds').where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
}
