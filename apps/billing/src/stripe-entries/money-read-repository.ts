import type { Tenant } from '@pitanga/core';
import { bigint, optional, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';

const reads = table('stripe_money_reads', {
  storeId: text('store_id'),
  accountId: text('account_id'),
  readTo: optional(timestamp('read_to')),
  passSince: optional(timestamp('pass_since')),
  passNewestAt: optional(timestamp('pass_newest_at')),
  passAfter: optional(text('pass_after')),
  revision: bigint('revision'),
});

/** How far the movements of a store's Stripe account were read. */
export interface MoneyRead {
  /** acct_… */
  readonly accountId: string;
  /** All movements up to here are stored; undefined before the first pass has ended. */
  readonly readTo: Date | undefined;
  /** How far back the pass under way goes. */
  readonly passSince: Date | undefined;
  /** Its newest movement. */
  readonly passNewestAt: Date | undefined;
  /** txn_… of the last movement that it has read. */
  readonly passAfter: string | undefined;
  readonly revision: number;
}

/** Undefined before the first page. */
export async function findMoneyRead(db: Db, { storeId }: Tenant): Promise<MoneyRead | undefined> {
  const row = await db<Row>(reads.name).where({ store_id: storeId }).first(reads.columns);
  return row && reads.fromRow(row);
}

const saveSql = `${reads.insertSql}
  on conflict (store_id) do update set
    account_id = excluded.account_id,
    read_to = excluded.read_to,
    pass_since = excluded.pass_since,
    pass_newest_at = excluded.pass_newest_at,
    pass_after = excluded.pass_after,
    revision = excluded.revision
  where stripe_money_reads.revision = excluded.revision - 1
  returning revision`;

/** Saves how far it was read; false when another process has read on from `revision` since. */
export async function saveMoneyRead(tx: Tx, { storeId }: Tenant, read: MoneyRead): Promise<boolean> {
  const row = reads.toRow({ ...read, storeId, revision: read.revision + 1 });
  const { rows } = await tx.raw<{ rows: Row[] }>(saveSql, row).options({ name: 'save_money_read' });
  return rows.length === 1;
}
