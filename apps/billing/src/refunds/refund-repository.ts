import { toTenant, type Cents, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { asLocked, type Db, type Locked, type Row, type Tx } from '@pitanga/database';
import type { OrderWait } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import { charges } from '../charges/charge-row';
import type { Refund } from './refund';
import { refunds, refundToRow, rowToRefund } from './refund-row';

/**
 * Inserts a refund, due at `runAt` (real time); false when the charge has a PENDING one, or when this overpayment is
 * recorded already.
 */
export async function insertRefund(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  refund: Refund,
  runAt: Date,
): Promise<boolean> {
  const inserted: unknown[] = await db(refunds.name)
    .insert({ ...refundToRow(tenant, refund, sealer), run_at: runAt })
    .onConflict()
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

export async function lockRefund(
  tx: Tx,
  tenant: Tenant,
  sealer: Sealer,
  id: string,
): Promise<Locked<Refund> | undefined> {
  const row = await refunds.of(tx, tenant).where({ id }).forUpdate().first(refunds.columns);
  return row && asLocked(rowToRefund(row, tenant, sealer));
}

/**
 * Locks the refunds of one Pix and amount that were sent through an account and have not ended.
 * @param sent the Pix by its own id, or by the provider's id of the charge that it paid; empty: not known
 */
export async function lockSentRefunds(
  tx: Tx,
  tenant: Tenant,
  sealer: Sealer,
  sent: {
    readonly provider: string;
    readonly account: string;
    readonly amountCents: Cents;
    readonly endToEndId: string;
    readonly paymentId: string;
  },
): Promise<readonly Locked<Refund>[]> {
  const { provider, account, amountCents, endToEndId, paymentId } = sent;
  const rows = await refunds
    .of(tx, tenant)
    .where({ provider, account, rail: 'PIX', amount_cents: amountCents, status: 'PENDING' })
    .whereNotNull('sent_at')
    .whereNull('refusal')
    .whereIn('step', ['SEND', 'WATCH'])
    .where((of) => {
      void of.where({ target: endToEndId });
      if (paymentId === '') return;
      const paid = charges.of(tx, tenant).where({ provider_reference: paymentId }).select('id');
      void of.orWhereIn('charge_id', paid);
    })
    .orderBy('id')
    .forUpdate()
    .select<Row[]>(refunds.columns);
  return rows.map((row) => asLocked(rowToRefund(row, tenant, sealer)));
}

/** Saves a refund and when its next step is due. */
export async function saveRefund(
  tx: Tx,
  tenant: Tenant,
  sealer: Sealer,
  before: Locked<Refund>,
  refund: Refund,
  runAt: Date,
): Promise<void> {
  const changed = await refunds
    .of(tx, tenant)
    .where({ id: refund.id, status: before.status, step: before.step })
    .update({ ...refundToRow(tenant, refund, sealer), run_at: runAt });
  if (changed !== 1) throw new Error(`refund ${refund.id} was not ${before.step} under its own lock`);
}

/**
 * Marks an intent whose reservation the ledger refused; false when another worker got the money since. With a `refusal`
 * it will FAIL, without one it will be deleted.
 */
export async function markTakenBack(db: Db, tenant: Tenant, id: string, refusal?: string): Promise<boolean> {
  const mark = refunds.toRow({ step: 'TAKE_BACK', refusal });
  return (await refunds.of(db, tenant).where({ id, step: 'RESERVE' }).update(mark)) === 1;
}

/** Deletes a refused refund whose caller already has the answer; the request that it answered waits again. */
export async function deleteTakenBack(db: Db, { storeId, devMode }: Tenant, id: string): Promise<void> {
  await db.raw(
    `with gone as (
       delete from refunds where store_id = :storeId and dev_mode = :devMode and id = :id
         and step = 'TAKE_BACK' and refusal is null
       returning id
     )
     update refund_requests set status = 'OPEN', refund_id = null from gone
     where store_id = :storeId and dev_mode = :devMode and refund_id = gone.id`,
    { storeId, devMode, id },
  );
}

/** Makes a store's refunds due earlier because its test clock was moved; the simulator reads the same instants. */
export async function shiftRefunds(tx: Tx, tenant: Tenant, deltaMs: number): Promise<void> {
  await tx.raw(
    `update refunds
     set run_at = run_at - :deltaMs * interval '1 millisecond',
       requested_at = requested_at - :deltaMs * interval '1 millisecond',
       sent_at = sent_at - :deltaMs * interval '1 millisecond'
     where store_id = :storeId and dev_mode and step in ('APPROVE', 'SEND', 'WATCH')`,
    { deltaMs, storeId: tenant.storeId },
  );
}

/**
 * Claims refunds whose next step is due until `leaseUntil`, so that several replicas share the work and a crashed
 * one's refunds become due again. Of one store, or of all except those whose test clock is being advanced: the advance
 * of the clock claims its store's itself and waits for them. One statement, which needs no transaction around it.
 */
export async function claimDueRefunds(
  db: Db,
  _all: CrossTenant,
  claim: {
    readonly now: Date;
    readonly leaseUntil: Date;
    readonly limit: number;
    readonly tenant?: Tenant | undefined;
  },
): Promise<readonly Owned<{ readonly id: string }>[]> {
  const { now, leaseUntil, limit, tenant } = claim;
  const { rows } = await db.raw<{ rows: { id: string; store_id: string; dev_mode: boolean }[] }>(
    `with due as (
       select id from refunds r where step in ('RESERVE', 'TAKE_BACK', 'APPROVE', 'SEND', 'WATCH') and run_at <= :now
         and case when cast(:storeId as text) is null then ${isNotAdvancing} else store_id = :storeId and dev_mode end
       order by run_at limit :limit for update skip locked
     )
     update refunds set run_at = :leaseUntil from due where refunds.id = due.id
     returning refunds.id, refunds.store_id, refunds.dev_mode`,
    { now, limit, leaseUntil, storeId: tenant?.storeId ?? null },
  );
  return rows.map((row) => ({ id: row.id, tenant: toTenant(row.store_id, row.dev_mode) }));
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
  const accepted = isAccepted && { refusal: undefined, providerCode: undefined };
  await refunds
    .of(db, tenant)
    .where({ id, step })
    .whereRaw('sent_at is not distinct from :sentAt', { sentAt: sentAt ?? null })
    .update({ run_at: runAt, ...refunds.toRow({ attempts, ...accepted }) });
}

/** Makes the next step of a refund at its provider due now. */
export async function wakeRefund(db: Db, tenant: Tenant, id: string, now: Date): Promise<void> {
  const due = db.raw('least(run_at, :now)', { now });
  await refunds.of(db, tenant).where({ id }).whereIn('step', ['SEND', 'WATCH']).update({ run_at: due });
}

/** Notes that the money of a COMPLETE refund came back; false when it is not COMPLETE, or noted before. */
export async function noteBounce(
  db: Db,
  tenant: Tenant,
  id: string,
  bounce: { readonly reason: string; readonly code: string | undefined; readonly at: Date },
): Promise<boolean> {
  const changed = await refunds
    .of(db, tenant)
    .where({ id, status: 'COMPLETE' })
    .whereNull('bounced_at')
    .update({ bounced_at: bounce.at, bounce_reason: bounce.reason, bounce_code: bounce.code ?? null });
  return changed === 1;
}
