import type { CrossTenant, PageRequest, StoreScope, Tenant } from '@pitanga/core';
import {
  bigint,
  boolean,
  bytes,
  json,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { ActorKind } from '../access/actor';
import type { AuditEntry } from './audit-entry';

const entries = table('audit_log', {
  chain: text('chain'),
  seq: bigint('seq'),
  id: text('id'),
  at: timestamp('at'),
  actorKind: text<ActorKind>('actor_kind'),
  actorId: text('actor_id'),
  action: text('action'),
  targetType: text('target_type'),
  targetId: text('target_id'),
  devMode: optional(boolean('dev_mode')),
  before: optional(json('before')),
  after: optional(json('after')),
  requestId: text('request_id'),
  previousHash: bytes('previous_hash'),
  hash: bytes('hash'),
});

const heads = table('audit_chains', { chain: text('chain'), seq: bigint('seq'), hash: bytes('hash') });

export type ChainHead = { readonly seq: number; readonly hash: Buffer };

const lockHeadSql = `
  insert into audit_chains (chain, seq, hash) values (:chain, 0, :hash)
  on conflict (chain) do update set seq = audit_chains.seq
  returning ${heads.selectSql('audit_chains')}`;

/** Locks the end of a chain until the transaction ends, and starts the chain when it has none. */
export async function lockHead(tx: Tx, { storeId: chain }: StoreScope, startHash: Buffer): Promise<ChainHead> {
  const { rows } = await tx.raw<{ rows: [Row] }>(lockHeadSql, { chain, hash: startHash });
  return heads.fromRow(rows[0]);
}

export async function insertEntry(tx: Tx, { storeId: chain }: StoreScope, entry: AuditEntry): Promise<void> {
  await tx(entries.name).insert(entries.toRow({ ...entry, chain }));
  await tx(heads.name)
    .where({ chain })
    .update(heads.toRow({ seq: entry.seq, hash: entry.hash }));
}

/** Every chain with its end as stored, up to `limit` after the chain `after`. */
export async function listHeads(db: Db, _all: CrossTenant, after: string, limit: number) {
  const rows = await db(heads.name)
    .where('chain', '>', after)
    .orderBy('chain')
    .limit(limit)
    .select<Row[]>(heads.columns);
  return rows.map((row) => heads.fromRow(row));
}

/** The entries of a chain after `seq`, in their order. */
export async function listEntriesAfter(
  db: Db,
  { storeId: chain }: StoreScope,
  seq: number,
  limit: number,
): Promise<AuditEntry[]> {
  const query = db(entries.name).where({ chain }).where('seq', '>', seq).orderBy('seq').limit(limit);
  return (await query.select<Row[]>(entries.columns)).map((row) => entries.fromRow(row));
}

/** The place of an entry that the tenant's list shows. */
export async function findEntrySeq(
  db: Db,
  { storeId: chain, devMode }: Tenant,
  id: string,
): Promise<number | undefined> {
  // PostgreSQL refuses NUL in a text: such a cursor is not an id.
  if (id.includes('\0')) return undefined;
  const place = entries.pick('seq');
  const row = await db(place.name)
    .where({ chain, id })
    .whereRaw('(dev_mode is null or dev_mode = ?)', [devMode])
    .first<Row | undefined>(place.columns);
  return row && place.fromRow(row).seq;
}

/** One entry more than the page has room for, newest first, or from `afterSeq` on the oldest first. */
export async function selectEntries(
  db: Db,
  { storeId: chain, devMode }: Tenant,
  {
    page,
    filter,
    beforeSeq,
    afterSeq,
  }: {
    readonly page: PageRequest;
    readonly filter: {
      readonly id?: string | undefined;
      readonly action?: string | undefined;
      readonly actions?: readonly string[] | undefined;
      readonly actorId?: string | undefined;
      readonly targetId?: string | undefined;
    };
    readonly beforeSeq?: number | undefined;
    readonly afterSeq?: number | undefined;
  },
): Promise<AuditEntry[]> {
  const query = db(entries.name).where({ chain }).whereRaw('(dev_mode is null or dev_mode = ?)', [devMode]);
  if (filter.id !== undefined) void query.where({ id: filter.id });
  if (filter.action !== undefined) void query.where({ action: filter.action });
  if (filter.actions !== undefined) void query.whereIn('action', filter.actions);
  if (filter.actorId !== undefined) void query.where({ actor_id: filter.actorId });
  if (filter.targetId !== undefined) void query.where({ target_id: filter.targetId });
  if (page.createdFrom) void query.where('at', '>=', page.createdFrom);
  if (page.createdTo) void query.where('at', '<', page.createdTo);
  if (beforeSeq !== undefined) void query.where('seq', '<', beforeSeq);
  if (afterSeq !== undefined) void query.where('seq', '>', afterSeq);
  void query.orderBy('seq', afterSeq === undefined ? 'desc' : 'asc').limit(page.limit + 1);
  return (await query.select<Row[]>(entries.columns)).map((row) => entries.fromRow(row));
}

// `union` and not `union all`: what was found before is not followed again, so it ends.
const listMadeKeysSql = `
  with recursive made (id) as (
    select target_id from audit_log
    where chain = :chain and actor_id = :userId and actor_kind = 'USER'
      and action = 'api_key.created' and dev_mode = :devMode
    union
    select entry.target_id from made
    join audit_log entry on entry.chain = :chain and entry.actor_id = made.id and entry.actor_kind = 'KEY'
      and entry.action = 'api_key.created' and entry.dev_mode = :devMode
  )
  select id from made`;

/**
 * The API keys of one environment that a person has made, by creating or rolling them, and those that these keys have
 * made, and so on; all of them, since a part would be taken for the whole.
 */
export async function listMadeKeys(
  db: Db,
  { storeId: chain, devMode }: Tenant,
  { userId }: { readonly userId: string },
): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(listMadeKeysSql, { chain, devMode, userId });
  return rows.map(({ id }) => id);
}

/** Whether the chain has an entry of this act to this target. Under the lock of {@link lockHead} it stays so. */
export async function hasEntry(
  tx: Tx,
  { storeId: chain }: StoreScope,
  { action, targetId }: { readonly action: string; readonly targetId: string },
): Promise<boolean> {
  const place = entries.pick('seq');
  const row = await tx(place.name).where({ chain, target_id: targetId, action }).first<Row | undefined>(place.columns);
  return row !== undefined;
}
