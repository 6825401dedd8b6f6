import {
  mapPage,
  toTenant,
  type CrossTenant,
  type Owned,
  type Page,
  type PageRequest,
  type Tenant,
} from '@pitanga/core';
import { asLocked, selectPage, type Db, type Filter, type Locked, type Row, type Tx } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { KeyPayment, KeyPaymentStatus } from './key-payment';
import { keyPayments, keyPaymentToRow, rowToKeyPayment } from './key-payment-row';

/**
 * One transfer at a time, until the transaction ends: a Pix is recorded as one without a charge, or confirmed as the payment
 * of a charge, and never both at once.
 */
export async function lockTransfer(tx: Tx, _all: CrossTenant, endToEndId: string): Promise<void> {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('key_payment ' || :endToEndId, 0))`, { endToEndId });
}

/** False when the account's transfer is recorded already. */
export async function insertKeyPayment(tx: Tx, tenant: Tenant, sealer: Sealer, payment: KeyPayment): Promise<boolean> {
  const inserted: unknown[] = await tx(keyPayments.name)
    .insert(keyPaymentToRow(tenant, payment, sealer))
    .onConflict(['end_to_end_id', 'account'])
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** Accounts that a caller may see; undefined for the operator, who sees all. */
interface Sight {
  readonly accounts: readonly string[] | undefined;
}

export async function findKeyPayment(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  id: string,
  { accounts }: Sight,
): Promise<KeyPayment | undefined> {
  const query = keyPayments.of(db, tenant).where({ id });
  if (accounts) void query.whereIn('account', accounts).where({ is_shared: false });
  const row = await query.first(keyPayments.columns);
  return row && rowToKeyPayment(row, tenant, sealer);
}

export async function lockKeyPayment(
  tx: Tx,
  tenant: Tenant,
  sealer: Sealer,
  id: string,
): Promise<Locked<KeyPayment> | undefined> {
  const row = await keyPayments.of(tx, tenant).where({ id }).forUpdate().first(keyPayments.columns);
  return row && asLocked(rowToKeyPayment(row, tenant, sealer));
}

/** The Pix of this transfer whose return of this amount is on its way by order of ours, and was not refused. */
export async function lockSentReturns(
  tx: Tx,
  tenant: Tenant,
  sealer: Sealer,
  { account, amountCents, endToEndId }: Pick<KeyPayment, 'account' | 'amountCents' | 'endToEndId'>,
): Promise<readonly Locked<KeyPayment>[]> {
  const rows: Row[] = await keyPayments
    .of(tx, tenant)
    .where({ account, amount_cents: amountCents, end_to_end_id: endToEndId, status: 'RETURNING', step: 'WATCH' })
    .whereNull('refusal')
    .forUpdate()
    .select(keyPayments.columns);
  return rows.map((row) => asLocked(rowToKeyPayment(row, tenant, sealer)));
}

/**
 * The Pix of this transfer at an account that the tenant has or had, or at one of the same login, whichever store of the account
 * has the row.
 */
export async function lockByTransfer(
  tx: Tx,
  _all: CrossTenant,
  sealer: Sealer,
  { tenant, endToEndId }: Owned<{ readonly endToEndId: string }>,
): Promise<Owned<{ readonly payment: Locked<KeyPayment> }> | undefined> {
  const { rows } = await tx.raw<{ rows: (Row & { store_id: string; dev_mode: boolean })[] }>(
    `select k.store_id, k.dev_mode, ${keyPayments.selectSql('k')} from key_payments k
     where k.end_to_end_id = :endToEndId
       and k.account in (
         select i.account from pix_inboxes i where i.store_id = :storeId
         union all
         select o.account from pix_inboxes i join pix_inboxes o on o.login = i.login where i.store_id = :storeId
       )
     for update of k`,
    { endToEndId, storeId: tenant.storeId },
  );
  const [row] = rows;
  if (!row) return undefined;
  const owner = toTenant(row.store_id, row.dev_mode);
  return { tenant: owner, payment: asLocked(rowToKeyPayment(row, owner, sealer)) };
}

/** @param runAt when the next step of its return is due */
export async function saveKeyPayment(
  tx: Tx,
  tenant: Tenant,
  sealer: Sealer,
  before: Locked<KeyPayment>,
  payment: KeyPayment,
  runAt?: Date,
): Promise<void> {
  const changed = await keyPayments
    .of(tx, tenant)
    .where({ id: payment.id, status: before.status })
    .update({ ...keyPaymentToRow(tenant, payment, sealer), run_at: runAt ?? null });
  if (changed !== 1) throw new Error(`Pix ${payment.id} was not ${before.status} under its own lock`);
}

/** Keeps its return at its step, due again at `runAt`; writes nothing when another worker has changed it since. */
export async function postponeReturn(
  db: Db,
  tenant: Tenant,
  { id, step, sentAt }: KeyPayment,
  next: { readonly attempts: number; readonly runAt: Date; readonly isAccepted: boolean },
): Promise<void> {
  await keyPayments
    .of(db, tenant)
    .where({ id, status: 'RETURNING', step: step ?? null })
    .whereRaw('sent_at is not distinct from :sentAt', { sentAt: sentAt ?? null })
    .update({ attempts: next.attempts, run_at: next.runAt, ...(next.isAccepted && { refusal: null }) });
}

/** Claims returns whose next step is due, each for one process until `leaseUntil`. */
export async function claimDueReturns(
  db: Db,
  _all: CrossTenant,
  claim: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number },
): Promise<readonly Owned<{ readonly id: string }>[]> {
  const { rows } = await db.raw<{ rows: { id: string; store_id: string; dev_mode: boolean }[] }>(
    `with due as materialized (
       select id from key_payments where status = 'RETURNING' and run_at <= :now
       order by run_at limit cast(:limit as int) for update skip locked
     )
     update key_payments k set run_at = :leaseUntil from due where k.id = due.id
     returning k.id, k.store_id, k.dev_mode`,
    { ...claim },
  );
  return rows.map((row) => ({ id: row.id, tenant: toTenant(row.store_id, row.dev_mode) }));
}

export interface KeyPaymentFilter extends Sight {
  readonly status: KeyPaymentStatus | undefined;
  /** Undefined for every Pix. */
  readonly search: Filter | undefined;
}

export async function listKeyPayments(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  page: PageRequest,
  { status, accounts, search }: KeyPaymentFilter,
): Promise<Page<KeyPayment>> {
  const found = await selectPage<Row>(db, tenant, {
    table: keyPayments.name,
    columns: keyPayments.columns,
    page,
    idKind: 'keyPayment',
    filter: (query) => {
      if (status) void query.where({ status });
      if (accounts) void query.whereIn('account', accounts).where({ is_shared: false });
      if (search) search(query);
    },
  });
  return mapPage(found, (row) => rowToKeyPayment(row, tenant, sealer));
}
