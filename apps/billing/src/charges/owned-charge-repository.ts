import type { Owned } from '@pitanga/core';
import { isOwnedBy, ownedIds, ownedIdsSql, type Row, type Tx } from '@pitanga/database';
import type { Charge } from './charge';
import { chargeToRow, charges, rowToOwnedCharge } from './charge-row';

const lockSql = `
  select ${charges.selectSql('c')} from ${ownedIdsSql('k')} join charges c on ${isOwnedBy('c', 'k')}
  order by c.id for update of c`;

/** Locks charges of any stores, by id; lock their checkouts first. */
export async function lockCharges(
  tx: Tx,
  keys: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, Charge>> {
  const { rows } = await tx.raw<{ rows: Row[] }>(lockSql, ownedIds(keys)).options({ name: 'charges_lock' });
  return new Map(rows.map((row) => rowToOwnedCharge(row).charge).map((charge) => [charge.id, charge]));
}

const paid = charges.pick(
  'id',
  'storeId',
  'devMode',
  'status',
  'customerId',
  'paidAmountCents',
  'paidAt',
  'endToEndId',
  'paymentReference',
  'payerName',
  'payerMaskedTaxId',
  'payerIsCustomer',
  'payerRef',
  'metadataJson',
  'updatedAt',
);
const savePaidSql = `
  update charges c set ${paid.assignmentsSql('r', ['id', 'storeId', 'devMode'])} from ${paid.unnestSql('r')}
  where ${isOwnedBy('c', 'r')} and c.status = 'PENDING'`;

/** Saves payments of locked charges; throws unless all were PENDING. */
export async function savePaidCharges(tx: Tx, payments: readonly Owned<{ readonly charge: Charge }>[]): Promise<void> {
  const rows = payments.map(({ tenant, charge }) => chargeToRow(tenant, charge));
  const { rowCount } = await tx
    .raw<{ rowCount: number }>(savePaidSql, paid.rowsToArrays(rows))
    .options({ name: 'charges_save_paid' });
  if (rowCount !== payments.length) throw new Error('a charge was not PENDING under its own lock');
}
