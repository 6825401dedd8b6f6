import type { AccountOwner, Tenant } from '@pitanga/core';
import { boolean, cents, optional, table, text, timestamp, type Row, type Tx } from '@pitanga/database';
import type { Dispute, DisputeState } from './dispute';

const columns = {
  id: text('id'),
  chargeId: text('charge_id'),
  state: text<DisputeState>('state'),
  amountCents: cents('amount_cents'),
  owner: optional(text<AccountOwner>('owner')),
  statementEntryId: text('statement_entry_id'),
};
const disputes = table('disputes', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  ...columns,
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});
const stored = table(disputes.name, columns);

/** Inserts a dispute; false if the id exists. Waits for another transaction that inserts the same id. */
export async function insertDispute(tx: Tx, tenant: Tenant, dispute: Dispute, at: Date): Promise<boolean> {
  const { storeId, devMode } = tenant;
  const row = disputes.toRow({ ...dispute, storeId, devMode, createdAt: at, updatedAt: at });
  const inserted: Row[] = await tx(disputes.name).insert(row).onConflict().ignore().returning('id');
  return inserted.length === 1;
}

/** Ends an OPEN dispute and returns it as it was; undefined if it has ended. */
export async function endDispute(
  tx: Tx,
  tenant: Tenant,
  id: string,
  end: { readonly state: Exclude<DisputeState, 'OPEN'>; readonly at: Date },
): Promise<Dispute | undefined> {
  const [row]: Row[] = await disputes
    .of(tx, tenant)
    .where({ id, state: 'OPEN' })
    .update(disputes.toRow({ state: end.state, updatedAt: end.at }))
    .returning(stored.columns);
  return row && { ...stored.fromRow(row), state: 'OPEN' };
}
