import type { Tenant } from '@pitanga/core';
import { table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';

/** Txids that charges had before; only production has a bank to register another. */
const formerCodes = table('former_pix_codes', {
  storeId: text('store_id'),
  txid: text('txid'),
  chargeId: text('charge_id'),
  replacedAt: timestamp('replaced_at'),
});

export async function insertFormerCode(
  tx: Tx,
  tenant: Tenant,
  code: { readonly txid: string; readonly chargeId: string; readonly replacedAt: Date },
): Promise<void> {
  await tx(formerCodes.name).insert(formerCodes.toRow({ ...code, storeId: tenant.storeId }));
}

/** The charge that once had this txid. */
export async function findFormerCharge(db: Db, tenant: Tenant, txid: string): Promise<string | undefined> {
  const row = await db<Row>(formerCodes.name).where({ store_id: tenant.storeId, txid }).first(formerCodes.columns);
  return row && formerCodes.fromRow(row).chargeId;
}

export async function countFormerCodes(db: Db, tenant: Tenant, chargeId: string): Promise<number> {
  const rows: Row[] = await db<Row>(formerCodes.name)
    .where({ store_id: tenant.storeId, charge_id: chargeId })
    .select('txid');
  return rows.length;
}
