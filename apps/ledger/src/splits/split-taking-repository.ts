import { toTenant, type Cents, type Owned } from '@pitanga/core';
import { boolean, cents, table, text, type Db, type Row, type Tx } from '@pitanga/database';
import { flat } from '../owned-rows';
import { findByTaker, takers } from '../pending-parts/part-taking-repository';
import type { SplitTaking } from './split';

const splitTakings = table('split_takings', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  takerId: text('taker_id'),
  subAccountId: text('sub_account_id'),
  chargeId: text('charge_id'),
  shareCents: cents('share_cents'),
  amountCents: cents('amount_cents'),
});

/** Records what refunds or disputes take of sub-accounts. */
export async function insertSplitTakings(
  tx: Tx,
  takings: readonly Owned<SplitTaking & { readonly takerId: string; readonly chargeId: string }>[],
): Promise<void> {
  if (takings.length === 0) return;
  await tx
    .raw(
      `insert into split_takings (${splitTakings.selectSql()})
       select ${splitTakings.selectSql('t')} from ${splitTakings.unnestSql('t')}`,
      splitTakings.toArrays(takings.map(flat)),
    )
    .options({ name: 'insert_split_takings' });
}

/** Forgets the takings of what gave its money back. */
export async function deleteSplitTakings(tx: Tx, of: readonly Owned<{ readonly takerId: string }>[]): Promise<void> {
  if (of.length === 0) return;
  await tx
    .raw(
      `delete from split_takings t using ${takers.unnestSql('k')}
       where t.store_id = k.store_id and t.dev_mode = k.dev_mode and t.taker_id = k.taker_id`,
      takers.toArrays(of.map(flat)),
    )
    .options({ name: 'delete_split_takings' });
}

/** What takers took of sub-accounts. */
export async function findSplitTakings(
  db: Db,
  of: readonly Owned<{ readonly takerId: string }>[],
): Promise<readonly Owned<{ readonly takerId: string; readonly takings: readonly SplitTaking[] }>[]> {
  const found = await findByTaker(db, of, splitTakings, { name: 'find_split_takings', orderBy: 'sub_account_id' });
  return found.map(({ takings, ...taker }) => ({
    ...taker,
    takings: takings.map(({ subAccountId, shareCents, amountCents }) => ({ subAccountId, shareCents, amountCents })),
  }));
}

const charges = splitTakings.pick('storeId', 'devMode', 'chargeId');
const returned = splitTakings.pick('storeId', 'devMode', 'chargeId', 'subAccountId', 'shareCents');

/** The shares of sub-accounts in what has gone back of charges, or is on its way. */
export type ReturnedShare = Owned<{
  readonly chargeId: string;
  readonly subAccountId: string;
  readonly shareCents: Cents;
}>;

export async function sumReturnedShares(
  db: Db,
  of: readonly Owned<{ readonly chargeId: string }>[],
): Promise<readonly ReturnedShare[]> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(
      `select t.store_id, t.dev_mode, t.charge_id, t.sub_account_id, cast(sum(t.share_cents) as bigint) as share_cents
       from ${charges.unnestSql('k')}
       join split_takings t on t.store_id = k.store_id and t.dev_mode = k.dev_mode and t.charge_id = k.charge_id
       group by 1, 2, 3, 4`,
      charges.toArrays(of.map(flat)),
    )
    .options({ name: 'sum_returned_shares' });
  return rows
    .map((row) => returned.fromRow(row))
    .map(({ storeId, devMode, ...share }) => ({ ...share, tenant: toTenant(storeId, devMode) }));
}
