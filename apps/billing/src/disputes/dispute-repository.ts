import { cents, tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Dispute, DisputeStatus } from './dispute';

interface DisputeRow {
  readonly id: string;
  readonly charge_id: string;
  readonly status: DisputeStatus;
  readonly amount_cents: number;
  readonly reason: string | null;
  readonly opened_at: Date;
  readonly closed_at: Date | null;
}

/** Inserts an open dispute; the caller holds the lock of its charge. */
export async function insertDispute(db: Db, tenant: Tenant, dispute: Dispute): Promise<void> {
  await db('disputes').insert({
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id: dispute.id,
    charge_id: dispute.chargeId,
    status: dispute.status,
    amount_cents: dispute.amountCents,
    reason: dispute.reason ?? null,
    opened_at: dispute.openedAt,
  });
}

/** Ends the open dispute of a charge whose lock the caller holds; undefined when there is none. */
export async function closeDispute(
  db: Db,
  tenant: Tenant,
  chargeId: string,
  outcome: Exclude<DisputeStatus, 'OPEN'>,
  at: Date,
): Promise<Dispute | undefined> {
  const rows: DisputeRow[] = await db('disputes')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, charge_id: chargeId, status: 'OPEN' })
    .update({ status: outcome, closed_at: at })
    .returning(['id', 'charge_id', 'status', 'amount_cents', 'reason', 'opened_at', 'closed_at']);
  return rows[0] && rowToDispute(rows[0]);
}

/** Dev mode: opens a dispute of this charge at `runAt` (real time). */
export async function insertSimulatedDispute(db: Db, tenant: Tenant, chargeId: string, runAt: Date): Promise<void> {
  await db('simulated_disputes')
    .insert({ charge_id: chargeId, store_id: tenant.storeId, dev_mode: tenant.devMode, run_at: runAt })
    .onConflict()
    .ignore();
}

/** Brings a store's simulated disputes nearer, because its test clock was moved. */
export async function shiftSimulatedDisputes(tx: Db, tenant: Tenant, deltaMs: number): Promise<void> {
  await tx.raw(`update simulated_disputes set run_at = run_at - ? * interval '1 millisecond' where store_id = ?`, [
    deltaMs,
    tenant.storeId,
  ]);
}

/**
 * Takes the simulated disputes that are due, in the caller's transaction: of one store, or of all whose test clock is
 * not being advanced just now.
 */
export async function claimSimulatedDisputes(
  db: Db,
  now: Date,
  limit: number,
  tenant?: Tenant,
): Promise<readonly { readonly tenant: Tenant; readonly chargeId: string }[]> {
  const { rows } = await db.raw<{ rows: { charge_id: string; store_id: string; dev_mode: boolean }[] }>(
    // Materialised: a plan that ran the selection again would delete more than it answers for.
    `with due as materialized (
       select charge_id from simulated_disputes s where run_at <= :now
         and case when cast(:storeId as text) is null
           then not exists (select from store_clocks c where c.store_id = s.store_id and c.advancing_until > :now)
           else store_id = :storeId end
       order by run_at limit :limit for update skip locked
     )
     delete from simulated_disputes d using due where d.charge_id = due.charge_id
     returning d.charge_id, d.store_id, d.dev_mode`,
    { now, limit, storeId: tenant?.storeId ?? null },
  );
  return rows.map((row) => ({ tenant: tenantOf(row.store_id, row.dev_mode), chargeId: row.charge_id }));
}

function rowToDispute(row: DisputeRow): Dispute {
  return {
    id: row.id,
    chargeId: row.charge_id,
    status: row.status,
    amountCents: cents(row.amount_cents),
    reason: row.reason ?? undefined,
    openedAt: row.opened_at,
    closedAt: row.closed_at ?? undefined,
  };
}
