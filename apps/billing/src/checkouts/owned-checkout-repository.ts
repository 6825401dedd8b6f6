import type { Owned } from '@pitanga/core';
import {
  asLocked,
  boolean,
  int,
  isOwnedBy,
  ownedIds,
  ownedIdsSql,
  table,
  text,
  type Db,
  type Locked,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { Checkout } from './checkout';
import { lockCheckout } from './checkout-repository';
import { checkouts, checkoutToRow, rowToCheckout } from './checkout-row';

/** Inserts checkouts of any stores, none of which has an external id. */
export async function insertCheckouts(
  tx: Tx,
  created: readonly Owned<{ readonly checkout: Checkout }>[],
): Promise<void> {
  if (created.length === 0) return;
  const rows = created.map(({ tenant, checkout }) => checkoutToRow(tenant, checkout));
  await tx.raw(checkouts.insertManySql, checkouts.rowsToArrays(rows)).options({ name: 'checkouts_insert' });
}

const findSql = `select ${checkouts.selectSql('c')} from ${ownedIdsSql('k')} join checkouts c on ${isOwnedBy('c', 'k')}`;

/** Checkouts of any stores, by id. */
export async function findCheckouts(
  db: Db,
  keys: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, Checkout>> {
  const { rows } = await db.raw<{ rows: Row[] }>(findSql, ownedIds(keys)).options({ name: 'checkouts_find' });
  return byId(rows.map(rowToCheckout));
}

/** Locks checkouts of any stores, by id. */
export async function lockCheckouts(
  tx: Tx,
  keys: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, Locked<Checkout>>> {
  const [first] = keys;
  if (!first) return new Map();
  if (keys.length === 1) {
    // Its plan is one for any size of the table.
    const checkout = await lockCheckout(tx, first.tenant, first.id);
    return new Map(checkout && [[checkout.id, checkout]]);
  }
  const { rows } = await tx
    .raw<{ rows: Row[] }>(`${findSql} order by c.id for update of c`, ownedIds(keys))
    .options({ name: 'checkouts_lock' });
  return byId(rows.map(rowToCheckout).map(asLocked));
}

const cycles = table('checkouts', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  subscriptionId: text('subscription_id'),
  cycleNumber: int('cycle_number'),
});
const findCyclesSql = `
  select ${checkouts.selectSql('c')} from ${cycles.unnestSql('k')}
  join checkouts c on c.frequency = 'CYCLE' and c.subscription_id = k.subscription_id
    and c.cycle_number = k.cycle_number and c.store_id = k.store_id and c.dev_mode = k.dev_mode`;

/** The checkouts that these cycles have already, by the id of the subscription. */
export async function findCycleCheckouts(
  db: Db,
  keys: readonly Owned<{ readonly subscriptionId: string; readonly cycleNumber: number }>[],
): Promise<ReadonlyMap<string, Checkout>> {
  const wanted = keys.map(({ tenant: { storeId, devMode }, subscriptionId, cycleNumber }) => ({
    storeId,
    devMode,
    subscriptionId,
    cycleNumber,
  }));
  const { rows } = await db
    .raw<{ rows: Row[] }>(findCyclesSql, cycles.toArrays(wanted))
    .options({ name: 'checkouts_of_cycles' });
  return new Map(rows.map(rowToCheckout).map((checkout) => [checkout.cycleOf?.subscriptionId ?? '', checkout]));
}

const paid = checkouts.pick(
  'id',
  'storeId',
  'devMode',
  'status',
  'paidAmountCents',
  'platformFeeCents',
  'customerId',
  'paidChargeId',
  'installmentsCount',
  'updatedAt',
);
const savePaidSql = (rows: string) => `
  update checkouts c set ${paid.assignmentsSql('r', ['id', 'storeId', 'devMode'])} from ${rows}
  where ${isOwnedBy('c', 'r')}
    and (c.status in ('PENDING', 'ACTIVE') or (c.frequency = 'SUBSCRIPTION' and c.status = 'PAID')
      or (c.upsell_product_id is not null and c.status = 'PAID' and c.paid_charge_id = r.paid_charge_id))`;
const saveManyPaidSql = savePaidSql(paid.unnestSql('r'));
/** Its plan is one for any size of the table. */
const saveOnePaidSql = savePaidSql(`(select ${paid.parametersSql('')}) as r(${paid.columns.join(', ')})`);

/** Saves payments of checkouts, each of another one; throws unless all take payments (`canTakeCharge`). */
export async function savePaidCheckouts(
  tx: Tx,
  payments: readonly Owned<{ readonly checkout: Locked<Checkout> }>[],
): Promise<void> {
  const rows = payments.map(({ tenant, checkout }) => checkoutToRow(tenant, checkout));
  const [first] = rows;
  if (!first) return;
  const { rowCount } = await (rows.length === 1
    ? tx.raw<{ rowCount: number }>(saveOnePaidSql, first).options({ name: 'checkout_save_paid' })
    : tx.raw<{ rowCount: number }>(saveManyPaidSql, paid.rowsToArrays(rows)).options({ name: 'checkouts_save_paid' }));
  if (rowCount !== payments.length) throw new Error('a locked checkout takes no payment');
}

function byId<C extends Checkout>(found: readonly C[]): ReadonlyMap<string, C> {
  return new Map(found.map((checkout) => [checkout.id, checkout]));
}
