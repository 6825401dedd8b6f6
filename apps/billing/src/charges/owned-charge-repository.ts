import type { Owned } from '@pitanga/core';
import { isOwnedBy, ownedIds, ownedIdsSql, type Row, type Tx } from '@pitanga/database';
import type { Charge } from './charge';
import { lockCharge } from './charge-repository';
import { charges, rowToOwnedCharge } from './charge-row';

const lockSql = `
  select ${charges.selectSql('c')} from ${ownedIdsSql('k')} join charges c on ${isOwnedBy('c', 'k')}
  order by c.id for update of c`;

/** Locks charges of any stores, by id; lock their checkouts first. */
export async function lockCharges(
  tx: Tx,
  keys: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, Charge>> {
  const [first] = keys;
  if (first && keys.length === 1) {
    // Its plan is one for any size of the table.
    const charge = await lockCharge(tx, first.tenant, first.id);
    return new Map(charge && [[charge.id, charge]]);
  }
  const { rows } = await tx.raw<{ rows: Row[] }>(lockSql, ownedIds(keys)).options({ name: 'charges_lock' });
  return new Map(rows.map((row) => rowToOwnedCharge(row).charge).map((charge) => [charge.id, charge]));
}
