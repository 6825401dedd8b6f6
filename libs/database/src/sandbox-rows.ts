import { invalidArgument, isSandboxStore, type StoreScope } from '@pitanga/core';
import type { Db, Tx } from './connect';
import { inTransaction } from './transaction';

/** Deletes what a service has of the store of a sandbox; returns how many rows. */
export type DeleteSandboxRows = (tx: Tx, scope: StoreScope) => Promise<number>;

/** Of a sandbox with as much as a load test leaves. */
const statementTimeout = '60s';

// A table that refers to another one comes before it. Of a partitioned table the partitions are left out.
const storeTablesSql = `
  with recursive owned as (
    select c.oid, c.oid::regclass::text as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
  ), levels (oid, level) as (
    select oid, 0 from owned
    union
    select f.confrelid, l.level + 1
    from levels l join pg_constraint f on f.conrelid = l.oid and f.contype = 'f' and f.confrelid <> f.conrelid
    where l.level < 10
  )
  select owned.name from levels join owned using (oid) group by owned.name order by max(level), owned.name`;

/** Deletes the rows of every table that has a `store_id`. What belongs to them without one, the service deletes before. */
export async function deleteStoreRows(tx: Tx, { storeId }: StoreScope): Promise<number> {
  const { rows: tables } = await tx.raw<{ rows: { name: string }[] }>(storeTablesSql);
  let deleted = 0;
  for (const { name } of tables) deleted += await tx(name).where({ store_id: storeId }).delete();
  return deleted;
}

/**
 * Deletes all that a service has of the store of a sandbox, in one transaction: a check of the books sees all of it or
 * nothing.
 * @throws AppError INVALID_ARGUMENT for any other store
 */
export async function deleteSandboxStore(
  db: Db,
  scope: StoreScope,
  deleteRows: DeleteSandboxRows = deleteStoreRows,
): Promise<number> {
  if (!isSandboxStore(scope)) throw invalidArgument('Only the store of a sandbox can be deleted');
  return inTransaction(db, async (tx) => {
    await tx.raw(`set local statement_timeout = '${statementTimeout}'`);
    return deleteRows(tx, scope);
  });
}

/** The RPC of every service. */
export function sandboxHandlers(db: Db, deleteRows?: DeleteSandboxRows) {
  return {
    deleteSandboxStore: async ({ storeId }: StoreScope) => ({
      rows: await deleteSandboxStore(db, { storeId }, deleteRows),
    }),
  };
}
