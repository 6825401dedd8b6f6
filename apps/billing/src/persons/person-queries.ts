import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** Whether there is a customer with this id, deleted or not. */
export async function hasCustomer(db: Db, { storeId, devMode }: Tenant, id: string): Promise<boolean> {
  return (await db('customers').where({ store_id: storeId, dev_mode: devMode, id }).first('id')) !== undefined;
}

/** Whether a payment was made by this payer, who is not its customer. */
export async function hasPaid(db: Db, { storeId, devMode }: Tenant, payerRef: string): Promise<boolean> {
  const paid = db('charges').where({ store_id: storeId, dev_mode: devMode, payer_ref: payerRef });
  if ((await paid.first('id')) !== undefined) return true;
  const nobodys = db('key_payments').where({ store_id: storeId, dev_mode: devMode, payer_ref: payerRef });
  return (await nobodys.first('id')) !== undefined;
}
