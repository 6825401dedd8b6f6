import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { Refund } from './refund';
import { refundColumns, refundToRow, rowToRefund, type RefundRow } from './refund-row';

/**
 * Inserts a refund, due at `runAt` (real time); false when the charge has one that did not fail, or when this
 * overpayment was recorded before.
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
  return row && rowToRefund(row, sealer);
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

/** Takes an intent back that the ledger refused: nothing of it stays. */
export async function deleteRefundIntent(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  return (await ofTenant(db, tenant).where({ id, step: 'RESERVE' }).delete()) === 1;
}

/**
 * Refunds whose next step is due, taken by this process until `leaseUntil`: several replicas share the work, and
 * what a crashed one had comes back.
 */
export async function claimDueRefunds(
  db: Db,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<readonly { readonly tenant: Tenant; readonly id: string }[]> {
  const { rows } = await db.raw<{ rows: { id: string; store_id: string; dev_mode: boolean }[] }>(
    `with due as (
       select id from refunds where step in ('RESERVE', 'SEND', 'WATCH') and run_at <= ?
       order by run_at limit ? for update skip locked
     )
     update refunds set run_at = ? from due where refunds.id = due.id
     returning refunds.id, refunds.store_id, refunds.dev_mode`,
    [now, limit, leaseUntil],
  );
  return rows.map((row) => ({ id: row.id, tenant: tenantOf(row.store_id, row.dev_mode) }));
}

/** Puts a refund off after a try that told nothing. */
export async function postponeRefund(db: Db, tenant: Tenant, id: string, runAt: Date): Promise<void> {
  await ofTenant(db, tenant)
    .where({ id, status: 'PENDING' })
    .update({ run_at: runAt, attempts: db.raw('attempts + 1') });
}

function ofTenant(db: Db, tenant: Tenant) {
  return db('refunds').where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
}
