import { toTenant, type CrossTenant, type Tenant } from '@pitanga/core';
import { asLocked, type Db, type Locked, type Tx } from '@pitanga/database';
import { toApprovalCells, type OrderWait } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import type { ActivePayout, PayoutStep } from './payout';
import { activePayouts, payoutToRow, rowToActivePayout } from './payout-row';

/** Inserts a payout; false when the store has one of this kind with the external id. */
export async function insertPayout(db: Db, tenant: Tenant, sealer: Sealer, payout: ActivePayout): Promise<boolean> {
  const inserted: unknown[] = await db('payouts')
    .insert(payoutToRow(tenant, payout, sealer))
    .onConflict(['store_id', 'dev_mode', 'kind', 'external_id'])
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** Frees an external id that is only the own id of a payout without one; false when no such payout has it. */
export async function freeExternalId(
  db: Db,
  tenant: Tenant,
  { kind, externalId = '' }: Pick<ActivePayout, 'kind' | 'externalId'>,
): Promise<boolean> {
  const own = activePayouts.of(db, tenant).where({ id: externalId, kind, external_id: externalId });
  return (await own.update({ external_id: null })) === 1;
}

export async function lockPayout(
  tx: Tx,
  tenant: Tenant,
  sealer: Sealer,
  id: string,
): Promise<Locked<ActivePayout> | undefined> {
  const row = await activePayouts.of(tx, tenant).where({ id }).forUpdate().first(activePayouts.columns);
  return row && asLocked(rowToActivePayout(row, tenant, sealer));
}

/** Writes what has become of a payout. */
export async function savePayout(
  tx: Tx,
  tenant: Tenant,
  before: Locked<ActivePayout>,
  payout: ActivePayout,
): Promise<void> {
  const { status, step, provider, attempts, runAt, requestedAt, sentAt, refusal } = payout;
  const { receiptUrl, endToEndId, failureReason, providerCode, returnedCents, completedAt, updatedAt } = payout;
  const steps = { status, step, provider, attempts, runAt, requestedAt, sentAt, refusal };
  const end = { receiptUrl, endToEndId, failureReason, providerCode, returnedCents, completedAt, updatedAt };
  const changed = await activePayouts
    .of(tx, tenant)
    .where({ id: before.id, status: before.status, step: before.step })
    .update(activePayouts.toRow({ ...steps, ...end, ...toApprovalCells(payout) }));
  if (changed !== 1) throw new Error(`payout ${payout.id} was not ${before.step} under its own lock`);
}

/** Marks a payout whose reserve the ledger refused; false when another worker has changed its step. */
export async function markTakenBack(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  return (await activePayouts.of(db, tenant).where({ id, step: 'RESERVE' }).update({ step: 'TAKE_BACK' })) === 1;
}

/** Deletes a refused payout whose hold is released. */
export async function deleteTakenBack(db: Db, tenant: Tenant, id: string): Promise<void> {
  await activePayouts.of(db, tenant).where({ id, step: 'TAKE_BACK' }).delete();
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
  const times = { readAt: payout.runAt, runAt };
  await activePayouts
    .of(db, tenant)
    .where({ id: payout.id, step: payout.step })
    .whereRaw('sent_at is not distinct from :sentAt', { sentAt: payout.sentAt ?? null })
    .update({
      attempts,
      run_at: db.raw('case when run_at = :readAt then cast(:runAt as timestamptz) else run_at end', times),
      ...(isAccepted && activePayouts.toRow({ refusal: undefined, providerCode: undefined })),
    });
}

/** Makes the job read a payout at its provider at once, if it is there and has not failed. */
export async function makePayoutDue(db: Db, tenant: Tenant, id: string, now: Date): Promise<void> {
  await activePayouts
    .of(db, tenant)
    .where({ id })
    .whereIn('step', ['WATCH', 'RETURNS'] satisfies PayoutStep[])
    .where('run_at', '>', now)
    .update({ run_at: now });
  await activePayouts
    .of(db, tenant)
    .where({ id, step: 'DONE', status: 'COMPLETE' })
    .update({ step: 'RETURNS', run_at: now });
}

interface ClaimTimes {
  readonly now: Date;
  readonly leaseUntil: Date;
}

/**
 * Claims payouts whose next step is due: until the lease ends no other worker runs them, and those of a crashed worker
 * are claimed again after it. A store whose test clock is being advanced is left to that advance. One statement, which
 * needs no transaction around it.
 */
export async function claimDuePayouts(
  db: Db,
  _all: CrossTenant,
  times: ClaimTimes,
  limit: number,
): Promise<readonly { readonly tenant: Tenant; readonly id: string }[]> {
  const { rows } = await db.raw<{ rows: { id: string; store_id: string; dev_mode: boolean }[] }>(
    `with due as (
       select id from payouts where step <> 'DONE' and run_at <= :now and not exists (
         select from store_clocks c where dev_mode and c.store_id = payouts.store_id and c.advancing_until > :now)
       order by run_at limit :limit for update skip locked
     )
     update payouts set run_at = :leaseUntil from due where payouts.id = due.id
     returning payouts.id, payouts.store_id, payouts.dev_mode`,
    { ...times, limit },
  );
  return rows.map((row) => ({ id: row.id, tenant: toTenant(row.store_id, row.dev_mode) }));
}

/** Claims the due payouts of one store. */
export async function claimDuePayoutsOfStore(
  db: Db,
  tenant: Tenant,
  times: ClaimTimes,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `with due as (
       select id from payouts where store_id = :storeId and dev_mode = :devMode and step <> 'DONE' and run_at <= :now
       order by run_at limit :limit for update skip locked
     )
     update payouts set run_at = :leaseUntil from due where payouts.id = due.id
     returning payouts.id`,
    { storeId: tenant.storeId, devMode: tenant.devMode, ...times, limit },
  );
  return rows.map(({ id }) => id);
}

/** Makes a store's payouts due earlier, as if that much time had passed since they were sent (test clock). */
export async function shiftPayouts(db: Db, tenant: Tenant, deltaMs: number): Promise<void> {
  const earlier = (column: string) => db.raw(`${column} - :deltaMs * interval '1 millisecond'`, { deltaMs });
  await activePayouts
    .of(db, tenant)
    .whereNot('step', 'DONE')
    .update({ run_at: earlier('run_at'), sent_at: earlier('sent_at') });
}
