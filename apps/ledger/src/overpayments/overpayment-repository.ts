import type { Tenant } from '@pitanga/core';
import { boolean, cents, table, text, timestamp, type Row, type Tx } from '@pitanga/database';
import type { Overpayment, OverpaymentState } from './overpayment';

const columns = {
  id: text('id'),
  chargeId: text('charge_id'),
  state: text<OverpaymentState>('state'),
  amountCents: cents('amount_cents'),
  statementEntryId: text('statement_entry_id'),
};
const overpayments = table('overpayments', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  ...columns,
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});
const stored = table(overpayments.name, columns);

/** Inserts an overpayment; false if the id exists. Waits for another transaction that inserts the same id. */
export async function insertOverpayment(tx: Tx, tenant: Tenant, overpayment: Overpayment, at: Date): Promise<boolean> {
  const { storeId, devMode } = tenant;
  const row = overpayments.toRow({ ...overpayment, storeId, devMode, createdAt: at, updatedAt: at });
  const inserted: Row[] = await tx(overpayments.name).insert(row).onConflict().ignore().returning('id');
  return inserted.length === 1;
}

/** Marks an OPEN overpayment as returned and returns it as it was; undefined if it was returned before. */
export async function endOverpayment(tx: Tx, tenant: Tenant, id: string, at: Date): Promise<Overpayment | undefined> {
  const [row]: Row[] = await overpayments
    .of(tx, tenant)
    .where({ id, state: 'OPEN' })
    .update(overpayments.toRow({ state: 'RETURNED', updatedAt: at }))
    .returning(stored.columns);
  return row && { ...stored.fromRow(row), state: 'OPEN' };
}
