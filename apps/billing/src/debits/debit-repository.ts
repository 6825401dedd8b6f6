import type { CrossTenant, Tenant } from '@pitanga/core';
import {
  asLocked,
  boolean,
  cents,
  date,
  int,
  table,
  text,
  timestamp,
  type Db,
  type Locked,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { Debit, DebitKind, DebitStep } from './debit';

/** Production alone has any, so that the store is the whole tenant. */
const debits = table('pix_debits', {
  txid: text('txid'),
  kind: text<DebitKind>('kind'),
  subscriptionId: text('subscription_id'),
  cycleNumber: int('cycle_number'),
  authorizationId: text('authorization_id'),
  amountCents: cents('amount_cents'),
  attemptId: text('attempt_id'),
  chargeId: text('charge_id'),
  collectOn: date('collect_on'),
  firstOn: date('first_on'),
  step: text<DebitStep>('step'),
  isAccepted: boolean('is_accepted'),
  isFirm: boolean('is_firm'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

const ofStore = (db: Db, { storeId }: Tenant) => db<Row>(debits.name).where({ store_id: storeId });

export async function insertDebit(tx: Tx, tenant: Tenant, debit: Debit): Promise<void> {
  await tx(debits.name).insert({ store_id: tenant.storeId, ...debits.toRow(debit) });
}

export async function findDebit(db: Db, tenant: Tenant, txid: string): Promise<Debit | undefined> {
  if (tenant.devMode) return undefined;
  const row = await ofStore(db, tenant).where({ txid }).first(debits.columns);
  return row && debits.fromRow(row);
}

/** The debit whose attempt at hand has this charge. */
export async function findDebitOfCharge(db: Db, tenant: Tenant, chargeId: string): Promise<Debit | undefined> {
  if (tenant.devMode) return undefined;
  const row = await ofStore(db, tenant).where({ charge_id: chargeId }).first(debits.columns);
  return row && debits.fromRow(row);
}

/** The debit of a cycle that may still be paid or tried again, locked. */
export async function lockOpenDebit(
  tx: Tx,
  tenant: Tenant,
  { subscriptionId, cycleNumber }: Pick<Debit, 'subscriptionId' | 'cycleNumber'>,
): Promise<Locked<Debit> | undefined> {
  const row = await ofStore(tx, tenant)
    .where({ subscription_id: subscriptionId, cycle_number: cycleNumber })
    .whereNot({ step: 'DONE' })
    .forUpdate()
    .first(debits.columns);
  return row && asLocked(debits.fromRow(row));
}

/** The checkout of a cycle whose payer can pay it by a code. */
export async function findOpenCodeCheckout(
  db: Db,
  { storeId, devMode }: Tenant,
  subscriptionId: string,
): Promise<string | undefined> {
  if (devMode) return undefined;
  const { rows } = await db.raw<{ rows: { checkout_id: string }[] }>(
    `select c.checkout_id from pix_debits d
     join charges c on c.store_id = d.store_id and c.dev_mode = :devMode and c.id = d.charge_id
     where d.store_id = :storeId and d.subscription_id = :subscriptionId and d.kind = 'CODE' and d.step = 'SENT'
       and c.status = 'PENDING' and c.checkout_id is not null
     order by d.cycle_number limit 1`,
    { storeId, devMode, subscriptionId },
  );
  return rows[0]?.checkout_id;
}

/** The debit of a subscription that its bank has not received. */
export async function findUnsentDebit(db: Db, tenant: Tenant, subscriptionId: string): Promise<Debit | undefined> {
  const row = await ofStore(db, tenant)
    .where({ subscription_id: subscriptionId })
    .whereIn('step', ['SEND', 'RETRY'] satisfies DebitStep[])
    .first(debits.columns);
  return row && debits.fromRow(row);
}

export async function lockDebit(tx: Tx, tenant: Tenant, txid: string): Promise<Locked<Debit> | undefined> {
  const row = await ofStore(tx, tenant).where({ txid }).forUpdate().first(debits.columns);
  return row && asLocked(debits.fromRow(row));
}

/** Writes what has become of a debit. */
export async function saveDebit(tx: Tx, tenant: Tenant, debit: Locked<Debit>): Promise<void> {
  const { txid, attemptId, chargeId, collectOn, firstOn, step, isAccepted, isFirm, updatedAt } = debit;
  await ofStore(tx, tenant)
    .where({ txid })
    .update(debits.toRow({ attemptId, chargeId, collectOn, firstOn, step, isAccepted, isFirm, updatedAt }));
}

/** How many debits that are to be paid by `day` no payer's bank has accepted. */
export async function countUnaccepted(db: Db, _all: CrossTenant, day: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { late: number }[] }>(
    `select count(*)::int as late from pix_debits
     where step in ('SEND', 'SENT') and not is_accepted and collect_on <= cast(:day as date)`,
    { day },
  );
  return rows[0]?.late ?? 0;
}
