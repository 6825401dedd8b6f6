import type { CrossTenant, StoreScope } from '@pitanga/core';
import {
  asLocked,
  boolean,
  int,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Locked,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { Store } from '../stores/store';
import { storeOfPeopleSql } from '../members/sandbox-people';
import { sandboxesMax, type Sandbox } from './sandbox';

const sandboxes = table('sandboxes', {
  id: text('id'),
  storeId: text('store_id'),
  sandboxStoreId: text('sandbox_store_id'),
  name: text('name'),
  generation: int('generation'),
  hasSampleData: boolean('has_sample_data'),
  createdAt: timestamp('created_at'),
  resetAt: optional(timestamp('reset_at')),
  usedAt: timestamp('used_at'),
});

/** At most {@link sandboxesMax}. */
export async function listSandboxes(db: Db, { storeId }: StoreScope): Promise<Sandbox[]> {
  const query = db(sandboxes.name).where({ store_id: storeId }).limit(sandboxesMax);
  return (await query.select<Row[]>(sandboxes.columns)).map((row) => sandboxes.fromRow(row));
}

export async function lockSandbox(tx: Tx, { storeId }: StoreScope, id: string): Promise<Locked<Sandbox> | undefined> {
  const query = tx(sandboxes.name).where({ store_id: storeId, id }).forUpdate();
  const row = await query.first<Row | undefined>(sandboxes.columns);
  return row && asLocked(sandboxes.fromRow(row));
}

/** The store whose sandboxes a caller sees: its own, or that which has the sandbox that it is. */
export async function findOwnerStore(db: Db, { storeId }: StoreScope): Promise<string> {
  const { rows } = await db.raw<{ rows: { owner: string | null }[] }>(
    `select ${storeOfPeopleSql(':storeId')} as owner`,
    {
      storeId,
    },
  );
  return rows[0]?.owner ?? storeId;
}

/** The lock of its store makes the count and the insert one. */
export async function countSandboxes(tx: Tx, { storeId }: StoreScope, _store: Locked<Store>): Promise<number> {
  const [row] = await tx(sandboxes.name).where({ store_id: storeId }).count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}

export async function insertSandbox(tx: Tx, { storeId }: StoreScope, sandbox: Omit<Sandbox, 'storeId'>): Promise<void> {
  await tx(sandboxes.name).insert(sandboxes.toRow({ ...sandbox, storeId }));
}

/** Gives a sandbox its next store, with the keys of the one so far. */
export async function saveGeneration(
  tx: Tx,
  { storeId }: StoreScope,
  before: Locked<Sandbox>,
  next: Pick<Sandbox, 'sandboxStoreId' | 'generation' | 'resetAt' | 'usedAt'>,
): Promise<void> {
  await tx(sandboxes.name).where({ id: before.id, store_id: storeId }).update(sandboxes.toRow(next));
  const moved = { from: before.sandboxStoreId, to: next.sandboxStoreId };
  await tx.raw('update api_keys set store_id = :to where store_id = :from', moved);
  await tx.raw('update oauth_grants set store_id = :to where store_id = :from', moved);
}

export async function deleteSandbox(tx: Tx, { storeId }: StoreScope, { id }: Locked<Sandbox>): Promise<void> {
  await tx(sandboxes.name).where({ id, store_id: storeId }).delete();
}

/** A store that a sandbox has left is deleted by every service. */
export async function insertLeftStore(tx: Tx, { storeId }: StoreScope, at: Date, dueAt: Date): Promise<void> {
  await tx.raw(
    `insert into left_sandbox_stores (store_id, left_at, due_at) values (:storeId, :at, :dueAt) on conflict do nothing`,
    { storeId, at, dueAt },
  );
}

const unusedSql = `
  select b.store_id, b.id from sandboxes b
  join stores s on s.id = b.store_id
  where s.status = 'CLOSED' or b.used_at < :usedBefore
  order by b.id limit :limit`;

/** Sandboxes without a use since, and those of closed stores. */
export async function listUnusedSandboxes(
  db: Db,
  _all: CrossTenant,
  query: { readonly usedBefore: Date; readonly limit: number },
): Promise<readonly (StoreScope & { readonly id: string })[]> {
  const { rows } = await db.raw<{ rows: { store_id: string; id: string }[] }>(unusedSql, query);
  return rows.map(({ store_id: storeId, id }) => ({ storeId, id }));
}

// One that was made for a reset that a crash has ended belongs to none.
const orphansSql = `
  insert into left_sandbox_stores (store_id, left_at, due_at)
  select s.id, :now, :now from stores s
  where s.id like 'store\\_sbox\\_%' and s.created_at < cast(:now as timestamptz) - interval '1 hour'
    and not exists (select from sandboxes b where b.sandbox_store_id = s.id)
  on conflict do nothing`;

/** Adds the stores that no sandbox has, an hour after they were made. */
export async function insertOrphanStores(db: Db, _all: CrossTenant, now: Date): Promise<void> {
  await db.raw(orphansSql, { now });
}

/** A store that a sandbox has left, of which rows are to be deleted now. */
export interface LeftStore extends StoreScope {
  /** How often its rows were deleted before. */
  readonly passes: number;
}

const leftStores = table('left_sandbox_stores', {
  storeId: text('store_id'),
  passes: int('passes'),
});

export async function listDueStores(db: Db, _all: CrossTenant, now: Date, limit: number): Promise<LeftStore[]> {
  const rows = await db(leftStores.name)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .select<Row[]>(leftStores.columns);
  return rows.map((row) => leftStores.fromRow(row));
}

export async function saveLeftStore(
  tx: Tx,
  { storeId }: StoreScope,
  next: { readonly passes: number; readonly dueAt: Date },
): Promise<void> {
  await tx(leftStores.name).where({ store_id: storeId }).update({ passes: next.passes, due_at: next.dueAt });
}
