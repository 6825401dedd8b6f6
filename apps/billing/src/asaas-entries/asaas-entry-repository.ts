import type { Cents, Tenant } from '@pitanga/core';
import { boolean, cents, date, optional, table, text, type Db, type Row, type Tx } from '@pitanga/database';
import type { AsaasMovement } from '../asaas/asaas-money';
import type { Explained, Explanation } from './explain';

const columns = {
  id: text('id'),
  type: text('type'),
  day: date('day'),
  amountCents: cents('amount_cents'),
  balanceCents: cents('balance_cents'),
  paymentId: optional(text('payment_id')),
  transferId: optional(text('transfer_id')),
  pixTransactionId: optional(text('pix_transaction_id')),
  reference: optional(text('reference')),
  isRead: boolean('is_read'),
  explainedAs: optional(text<Explained>('explained_as')),
  explainedBy: optional(text('explained_by')),
};
const entries = table('asaas_entries', { storeId: text('store_id'), accountId: text('account_id'), ...columns });
const shown = table('asaas_entries', columns);

/** A movement with what it is here. */
export interface AsaasEntry extends AsaasMovement {
  readonly reference: string | undefined;
  /** Whether what Asaas's object names is known. */
  readonly isRead: boolean;
  readonly explainedAs: Explained | undefined;
  readonly explainedBy: string | undefined;
}

function of(db: Db, { storeId }: Tenant, accountId: string) {
  return db(entries.name).where({ store_id: storeId, account_id: accountId });
}

/** Saves movements; one that is known already does not change. */
export async function saveMovements(
  tx: Tx,
  { storeId }: Tenant,
  accountId: string,
  movements: readonly AsaasMovement[],
): Promise<void> {
  if (movements.length === 0) return;
  const rows = movements.map((movement) => {
    const { paymentId, transferId, pixTransactionId } = movement;
    const isRead = (paymentId ?? transferId ?? pixTransactionId) === undefined;
    const none = { reference: undefined, explainedAs: undefined, explainedBy: undefined };
    return entries.toRow({ ...movement, ...none, storeId, accountId, isRead });
  });
  await tx(entries.name).insert(rows).onConflict().ignore();
}

/** The movements that nothing explains, the oldest first. */
export async function listUnexplained(
  db: Db,
  tenant: Tenant,
  accountId: string,
  limit: number,
): Promise<readonly AsaasEntry[]> {
  const rows: Row[] = await of(db, tenant, accountId)
    .whereNull('explained_as')
    .orderBy('position')
    .limit(limit)
    .select(shown.columns);
  return rows.map((row) => shown.fromRow(row));
}

/** Every movement of an account, in the order of Asaas. */
export async function listEntries(db: Db, tenant: Tenant, accountId: string): Promise<readonly AsaasEntry[]> {
  const rows: Row[] = await of(db, tenant, accountId).orderBy('position').select(shown.columns);
  return rows.map((row) => shown.fromRow(row));
}

export async function saveReference(
  db: Db,
  tenant: Tenant,
  accountId: string,
  { id, reference }: { readonly id: string; readonly reference: string | undefined },
): Promise<void> {
  await of(db, tenant, accountId)
    .where({ id })
    .update(shown.toRow({ reference, isRead: true }));
}

/** Which of these explanations movements have already. */
export async function listTaken(
  db: Db,
  tenant: Tenant,
  accountId: string,
  by: readonly string[],
): Promise<readonly Explanation[]> {
  const rows = await of(db, tenant, accountId)
    .whereIn('explained_by', [...by])
    .select<{ explained_as: Explained; explained_by: string }[]>('explained_as', 'explained_by');
  return rows.map((row) => ({ as: row.explained_as, by: row.explained_by }));
}

/** Says what a movement is; false when that is known already. */
export async function saveExplanation(
  db: Db,
  tenant: Tenant,
  accountId: string,
  id: string,
  { as: explainedAs, by: explainedBy }: Explanation,
): Promise<boolean> {
  const changed = await of(db, tenant, accountId)
    .where({ id })
    .whereNull('explained_as')
    .update(shown.toRow({ explainedAs, explainedBy }));
  return changed === 1;
}

export async function sumMovements(db: Db, { storeId }: Tenant, accountId: string): Promise<Cents> {
  const { rows } = await db.raw<{ rows: [Row] }>(
    `select coalesce(sum(amount_cents), 0)::bigint as amount_cents from asaas_entries
     where store_id = :storeId and account_id = :accountId`,
    { storeId, accountId },
  );
  return sums.fromRow(rows[0]).amountCents;
}

const sums = table(entries.name, { amountCents: cents('amount_cents') });
