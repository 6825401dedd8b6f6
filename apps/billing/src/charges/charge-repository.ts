import type { CrossTenant, Owned, Tenant } from '@pitanga/core';
import type { Db, Locked, Row, Tx } from '@pitanga/database';
import type { Charge } from './charge';
import { dueAgainSql } from './confirmation-queue';
import { charges, rowToOwnedCharge } from './charge-row';
import { claimOverdue, claimOverdueOnTestClocks, expireSql, overdueBindings, type OverdueRow } from './overdue-rows';

const returning = `returning ${charges.selectSql('charges')}`;

/** Keeps the payer of an open charge from becoming the customer. */
export async function saveSkippedCustomer(db: Db, tenant: Tenant, id: string): Promise<void> {
  await charges.of(db, tenant).where({ id, status: 'PENDING' }).update({ skip_customer: true });
}

/**
 * Stores the provider's id of an attempt of a PENDING charge, unless another process has stored one; returns the stored
 * one, undefined when the charge is not PENDING.
 */
export async function saveProviderReference(
  db: Db,
  tenant: Tenant,
  id: string,
  reference: string,
): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { readonly provider_reference: string }[] }>(
    `update charges set provider_reference = coalesce(provider_reference, :reference)
     where store_id = :storeId and dev_mode = :devMode and id = :id and status = 'PENDING'
     returning provider_reference`,
    { ...tenant, id, reference },
  );
  return rows[0]?.provider_reference;
}

/** The buyer is asked to confirm a PENDING charge; it is read again at `dueAt` (real time). */
export async function saveCardAction(
  db: Db,
  tenant: Tenant,
  id: string,
  { since, dueAt }: { readonly since: Date; readonly dueAt: Date },
): Promise<void> {
  await db.raw(
    `update charges set action_since = coalesce(action_since, :since), action_due_at = :dueAt
     where store_id = :storeId and dev_mode = :devMode and id = :id`,
    { ...tenant, id, since, dueAt },
  );
}

/**
 * Claims charges whose buyer was asked for a confirmation, or that were closed without an outcome, whatever became of the
 * charge since, and puts each off: two replicas get different ones.
 */
export async function claimCardActions(
  db: Db,
  _all: CrossTenant,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly Owned<{ readonly charge: Charge }>[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with due as (
       select id from charges where action_due_at <= :now order by action_due_at limit :limit for update skip locked
     )
     update charges set action_due_at = ${dueAgainSql('coalesce(charges.action_since, :now)')}
     from due where charges.id = due.id ${returning}`,
    { now, limit },
  );
  return rows.map(rowToOwnedCharge);
}

/** The card that was typed on the provider's page; nothing changes once it is known. */
export async function saveCardOfCharge(
  db: Db,
  tenant: Tenant,
  id: string,
  { brand, lastFour }: { readonly brand: string; readonly lastFour: string },
): Promise<void> {
  await charges
    .of(db, tenant)
    .where({ id, card_last_four: '' })
    .update({ card_brand: brand, card_last_four: lastFour });
}

/** Something has happened at the provider: a confirmation that is waited for is read now. */
export async function wakeCardAction(db: Db, tenant: Tenant, id: string, now: Date): Promise<void> {
  await charges.of(db, tenant).where({ id }).where('action_due_at', '>', now).update({ action_due_at: now });
}

/** The provider has ended the attempt, one way or the other. */
export async function endCardAction(db: Db, tenant: Tenant, id: string): Promise<void> {
  await charges.of(db, tenant).where({ id }).update({ action_due_at: null });
}

/** Gives a charge another Pix code; throws unless it is PENDING. */
export async function saveCode(tx: Tx, tenant: Tenant, { id, pix, updatedAt }: Locked<Charge>): Promise<void> {
  const changed = await charges
    .of(tx, tenant)
    .where({ id, status: 'PENDING' })
    .update(charges.toRow({ txid: pix?.txid, brCode: pix?.brCode, updatedAt }));
  if (changed !== 1) throw new Error(`charge ${id} was not PENDING under its own lock`);
}

/** Gives a boleto the numbers that its bank had not when it took the order. */
export async function saveBoletoNumbers(
  tx: Tx,
  tenant: Tenant,
  { id }: Locked<Charge>,
  { barCode, digitableLine, brCode, txid }: Numbers,
  updatedAt: Date,
): Promise<void> {
  const code = brCode === undefined ? {} : { brCode, txid };
  await charges
    .of(tx, tenant)
    .where({ id, bar_code: '' })
    .update(charges.toRow({ barCode, digitableLine, ...code, updatedAt }));
}

interface Numbers {
  readonly barCode: string;
  readonly digitableLine: string;
  readonly brCode: string | undefined;
  readonly txid?: string | undefined;
}

/** Saves the status of a charge, with the reason if it FAILED; throws unless it was in `before.status`. */
export async function saveChargeStatus(tx: Tx, tenant: Tenant, before: Locked<Charge>, charge: Charge): Promise<void> {
  const { id, status, failure, updatedAt } = charge;
  const changed = await charges
    .of(tx, tenant)
    .where({ id, status: before.status })
    .update(
      charges.toRow({
        status,
        failureCode: failure?.code,
        failureClass: failure?.declineClass,
        failureMessage: failure?.message,
        updatedAt,
      }),
    );
  if (changed !== 1) throw new Error(`charge ${id} was not ${before.status} under its own lock`);
}

/** Saves the refunded amount and the status of a charge; throws unless both were those of `before`. */
export async function saveRefundedCharge(
  tx: Tx,
  tenant: Tenant,
  before: Locked<Charge>,
  charge: Charge,
): Promise<void> {
  const { id, status, refundedCents, updatedAt } = charge;
  const changed = await charges
    .of(tx, tenant)
    .where({ id, status: before.status, refunded_cents: before.refundedCents })
    .update(charges.toRow({ status, refundedCents, updatedAt }));
  if (changed !== 1) throw new Error(`charge ${id} changed under its own lock`);
}

const overdue = {
  table: 'charges',
  job: 'CHARGE_EXPIRY',
  dueAt: 'coalesce(payable_until, expires_at)',
  dueAtOfStore: 'coalesce(payable_until, expires_at, expires_at)',
} as const;
export const claimOverdueCharges = claimOverdue(overdue);
export const claimOverdueChargesOnTestClocks = claimOverdueOnTestClocks(overdue);

/** Expires charges that this transaction has claimed. */
export async function expireCharges(
  tx: Tx,
  due: readonly Owned<OverdueRow>[],
): Promise<readonly Owned<{ readonly charge: Charge }>[]> {
  const { rows } = await tx.raw<{ rows: Row[] }>(`${expireSql('charges')} ${returning}`, overdueBindings(due));
  return rows.map(rowToOwnedCharge);
}
