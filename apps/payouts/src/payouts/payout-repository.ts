import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { OrderWait } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import type { ActivePayout } from './payout';
import { payoutToRow, rowToActivePayout, type ActivePayoutRow } from './payout-row';

/** Inserts a payout; false when the store has one of this kind with the external id. */
export async function insertPayout(db: Db, tenant: Tenant, sealer: Sealer, payout: ActivePayout): Promise<boolean> {
  const inserted: unknown[] = await db('payouts')
    .insert(payoutToRow(tenant, payout, sealer))
    .onConflict(['store_id', 'dev_mode', 'kind', 'external_id'])
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** Frees an external id that is only the own id of a payout without one; false when there is none such. */
export async function freeExternalId(
  db: Db,
  tenant: Tenant,
  { kind, externalId = '' }: Pick<ActivePayout, 'kind' | 'externalId'>,
): Promise<boolean> {
  const own = ofTenant(db, tenant).where({ id: externalId, kind, external_id: externalId });
  return (await own.update({ external_id: null })) === 1;
}

export async function lockPayout(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  id: string,
): Promise<ActivePayout | undefined> {
  const row = (await ofTenant(db, tenant).where({ id }).forUpdate().first()) as ActivePayoutRow | undefined;
  return row && rowToActivePayout(row, tenant, sealer);
}

/** Writes what has become of a payout; the caller holds its lock. */
export async function savePayout(db: Db, tenant: Tenant, before: ActivePayout, payout: ActivePayout): Promise<void> {
  const changed = await ofTenant(db, tenant)
    .where({ id: before.id, status: before.status, step: before.step })
    .update({
      status: payout.status,
      step: payout.step,
      provider: payout.provider ?? null,
      attempts: payout.attempts,
      run_at: payout.runAt,
      sent_at: payout.sentAt ?? null,
      refusal: payout.refusal ?? null,
      receipt_url: payout.receiptUrl ?? null,
      end_to_end_id: payout.endToEndId ?? null,
      failure_reason: payout.failureReason ?? null,
      provider_code: payout.providerCode ?? null,
      updated_at: payout.updatedAt,
    });
  if (changed !== 1) throw new Error(`payout ${payout.id} was not ${before.step} under its own lock`);
}

/** Marks an intent whose money the ledger would not set aside; false when another worker got the money meanwhile. */
export async function markTakenBack(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  return (await ofTenant(db, tenant).where({ id, step: 'RESERVE' }).update({ step: 'TAKE_BACK' })) === 1;
}

/** Nothing of a refused payout stays. */
export async function deleteTakenBack(db: Db, tenant: Tenant, id: string): Promise<void> {
  await ofTenant(db, tenant).where({ id, step: 'TAKE_BACK' }).delete();
}

/**
 * Keeps a payout at its step, due again at `runAt`; writes nothing when another worker has changed it since. A callback
 * may have made it due in the meantime: the time is only changed from the one this worker read.
 */
export async function postponePayout(
  db: Db,
  tenant: Tenant,
  payout: ActivePayout,
  { attempts, isAccepted }: OrderWait,
  runAt: Date,
): Promise<void> {
  await ofTenant(db, tenant)
    .where({ id: payout.id, step: payout.step })
    .whereRaw('sent_at is not distinct from ?', [payout.sentAt ?? null])
    .update({
      attempts,
      run_at: db.raw('case when run_at = ? then ?::timestamptz else run_at end', [payout.runAt, runAt]),
      ...(isAccepted && { refusal: null, provider_code: null }),
    });
}

/** Lets the job ask about a payout at once; nothing when it is not being watched. */
export async function makePayoutDue(db: Db, tenant: Tenant, id: string, now: Date): Promise<void> {
  await ofTenant(db, tenant).where({ id, step: 'WATCH' }).where('run_at', '>', now).update({ run_at: now });
}

/**
 * Payouts whose next step is due, taken by this process until `leaseUntil`: several replicas share the work, and what a
 * crashed one had comes back. A store whose test clock is being advanced is left to its advance.
 */
export async function claimDuePayouts(
  db: Db,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<readonly { readonly tenant: Tenant; readonly id: string }[]> {
  const { rows } = await db.raw<{ rows: { id: string; store_id: string; dev_mode: boolean }[] }>(
    `with due as (
       select id from payouts where step <> 'DONE' and run_at <= ? and not exists (
         select from store_clocks c where dev_mode and c.store_id = payouts.store_id and c.advancing_until > ?)
       order by run_at limit ? for update skip locked
     )
     update payouts set run_at = ? from due where payouts.id = due.id
     returning payouts.id, payouts.store_id, payouts.dev_mode`,
    [now, now, limit, leaseUntil],
  );
  return rows.map((row) => ({ id: row.id, tenant: tenantOf(row.store_id, row.dev_mode) }));
}

/** Brings a store's waiting payouts nearer, as if that much time had passed since they were sent (test clock). */
export async function shiftPayouts(db: Db, tenant: Tenant, deltaMs: number): Promise<void> {
  const earlier = (column: string) => db.raw(`${column} - ? * interval '1 millisecond'`, [deltaMs]);
  await ofTenant(db, tenant)
    .whereNot('step', 'DONE')
    .update({ run_at: earlier('run_at'), sent_at: earlier('sent_at') });
}

/** The due payouts of one store, taken until `leaseUntil`. */
export async function claimPayoutsOf(
  db: Db,
  tenant: Tenant,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `with due as (
       select id from payouts where store_id = ? and dev_mode = ? and step <> 'DONE' and run_at <= ?
       order by run_at limit ? for update skip locked
     )
     update payouts set run_at = ? from due where payouts.id = due.id
     returning payouts.id`,
    [tenant.storeId, tenant.devMode, now, limit, leaseUntil],
  );
  return rows.map(({ id }) => id);
}

function ofTenant(db: Db, tenant: Tenant) {
  return db('payouts').where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
}
