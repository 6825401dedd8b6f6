import type { Owned } from '@pitanga/core';
import { isOwnedBy, ownedIds, ownedIdsSql, type Row, type Tx } from '@pitanga/database';
import type { Subscription } from './subscription';
import { offsetSql, type DueSubscription } from './subscription-repository';
import { rowToSubscription, savedSubscriptions, subscriptionTable } from './subscription-row';

const lockSql = `
  select ${subscriptionTable.selectSql('subscriptions')}, ${offsetSql} as offset_ms
  from ${ownedIdsSql('k')} join subscriptions on ${isOwnedBy('subscriptions', 'k')}
  order by subscriptions.id for update of subscriptions`;

/** Locks subscriptions of any stores, by id, as `lockSubscription` does one. */
export async function lockSubscriptions(
  tx: Tx,
  keys: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, DueSubscription>> {
  const { rows } = await tx
    .raw<{ rows: (Row & { offset_ms: number })[] }>(lockSql, ownedIds(keys))
    .options({ name: 'subscriptions_lock' });
  const locked = rows.map((row) => ({ subscription: rowToSubscription(row), offsetMs: row.offset_ms }));
  return new Map(locked.map((one) => [one.subscription.id, one]));
}

const saveSql = `
  update subscriptions s set ${savedSubscriptions.assignmentsSql('r', ['storeId', 'devMode', 'id'])}
  from ${savedSubscriptions.unnestSql('r')} where ${isOwnedBy('s', 'r')} and s.step = 'CHARGE'`;

/** Writes what has become of locked subscriptions, due next at `runAt` (real time); throws unless all were at CHARGE. */
export async function saveCharged(
  tx: Tx,
  charged: readonly Owned<{ readonly after: Subscription; readonly runAt: Date }>[],
): Promise<void> {
  const rows = charged.map(({ tenant: { storeId, devMode }, after, runAt }) => ({
    ...after,
    storeId,
    devMode,
    runAt,
  }));
  const { rowCount } = await tx
    .raw<{ rowCount: number }>(saveSql, savedSubscriptions.toArrays(rows))
    .options({ name: 'subscriptions_save_charged' });
  if (rowCount !== charged.length) throw new Error('a subscription was not at CHARGE under its own lock');
}
