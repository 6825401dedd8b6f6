import { claimOutbox, inTransaction, type Db, type Tx } from '@pitanga/database';

/** Tables whose rows are of no store: events under way, calls of accounts that several stores share, and what the database itself is. */
export const tablesOfNoStore = ['asaas_calls', 'inbox', 'outbox', 'outbox_dead', 'schema_migrations'];

interface Shape {
  readonly table: string;
  /** Every column that an insert may write. */
  readonly columns: readonly string[];
}

/** Every table of the service; partitions are read through their parent. */
export async function tablesOf(db: Db): Promise<{ withStore: Shape[]; without: string[] }> {
  const { rows } = await db.raw<{ rows: { name: string; columns: string[]; has_store: boolean }[] }>(`
    select c.relname as name,
           array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '' and a.attidentity <> 'a') as columns,
           bool_or(a.attname = 'store_id') as has_store
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`);
  return {
    withStore: rows.filter((row) => row.has_store).map(({ name, columns }) => ({ table: name, columns })),
    without: rows.filter((row) => !row.has_store).map(({ name }) => name),
  };
}

/**
 * Copies every row of a store to another database of the same schema, and deletes it where it was. Its calls are refused
 * meanwhile. What waits in the outbox is published first, so that no later event of the store overtakes it.
 *
 * The copy is committed before the delete: a crash between them leaves the store twice, and the move is begun again.
 */
export async function moveStore(from: Db, to: Db, storeId: string, publish: (tx: Tx) => Promise<void>): Promise<void> {
  await inTransaction(from, publish);
  const { withStore } = await tablesOf(from);
  await inTransaction(to, async (tx) => {
    for (const { table, columns } of withStore) {
      await tx(table).where({ store_id: storeId }).delete();
      const { rows } = await from.raw<{ rows: { rows: string }[] }>(
        `select coalesce(jsonb_agg(to_jsonb(moved)), '[]')::text as rows from ?? as moved where store_id = ?`,
        [table, storeId],
      );
      const names = columns.map(() => '??').join(', ');
      await tx.raw(
        `insert into ?? (${names}) select ${names} from jsonb_populate_recordset(null::??, ?::text::jsonb)`,
        [table, ...columns, ...columns, table, rows[0]?.rows ?? '[]'],
      );
    }
  });
  await inTransaction(from, async (tx) => {
    for (const { table } of withStore) await tx(table).where({ store_id: storeId }).delete();
  });
}

/** Publishes nothing but takes the events, as a relay does. */
export async function drainOutbox(tx: Tx): Promise<void> {
  while ((await claimOutbox(tx, 500)).length > 0);
}

/** Rows and their content by table, for a comparison. */
export async function contentOf(db: Db, storeId: string): Promise<Record<string, { rows: number; hash: string }>> {
  const { withStore } = await tablesOf(db);
  const content: Record<string, { rows: number; hash: string }> = {};
  for (const { table, columns } of withStore) {
    const names = columns.map(() => '??').join(', ');
    const { rows } = await db.raw<{ rows: { rows: number; hash: string }[] }>(
      `select count(*) as rows, coalesce(md5(string_agg(moved::text, ',' order by moved::text)), '') as hash
       from (select ${names} from ?? where store_id = ?) as moved`,
      [...columns, table, storeId],
    );
    const [found] = rows;
    if (found && found.rows > 0) content[table] = found;
  }
  return content;
}
