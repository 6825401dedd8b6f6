import type { AccountOwner, Tenant } from '@pitanga/core';
import { boolean, cents, optional, table, text, timestamp, type Row, type Tx } from '@pitanga/database';
import type { KeyPayment, KeyPaymentState } from './key-payment';

const columns = {
  id: text('id'),
  state: text<KeyPaymentState>('state'),
  amountCents: cents('amount_cents'),
  owner: optional(text<AccountOwner>('owner')),
};
const keyPayments = table('key_payments', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  ...columns,
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});
const stored = table(keyPayments.name, columns);

/** Inserts a Pix; false if the id exists. Waits for another transaction that inserts the same id. */
export async function insertKeyPayment(tx: Tx, tenant: Tenant, payment: KeyPayment, at: Date): Promise<boolean> {
  const { storeId, devMode } = tenant;
  const row = keyPayments.toRow({ ...payment, storeId, devMode, createdAt: at, updatedAt: at });
  const inserted: Row[] = await tx(keyPayments.name).insert(row).onConflict().ignore().returning('id');
  return inserted.length === 1;
}

/** Ends an OPEN one and returns it as it was; undefined if it has ended. */
export async function endKeyPayment(
  tx: Tx,
  tenant: Tenant,
  id: string,
  end: { readonly state: Exclude<KeyPaymentState, 'OPEN'>; readonly at: Date },
): Promise<KeyPayment | undefined> {
  const [row]: Row[] = await keyPayments
    .of(tx, tenant)
    .where({ id, state: 'OPEN' })
    .update(keyPayments.toRow({ state: end.state, updatedAt: end.at }))
    .returning(stored.columns);
  return row && { ...stored.fromRow(row), state: 'OPEN' };
}
