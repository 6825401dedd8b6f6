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
  if (filter.actorId !== undefined) void query.where({ actor_id: filter.actorId });
  if (filter.targetId !== undefined) void query.where({ target_id: filter.targetId });
  if (page.createdFrom) void query.where('at', '>=', page.createdFrom);
  if (page.createdTo) void query.where('at', '<', page.createdTo);
  if (beforeSeq !== undefined) void query.where('seq', '<', beforeSeq);
  if (afterSeq !== undefined) void query.where('seq', '>', afterSeq);
  void query.orderBy('seq', afterSeq === undefined ? 'desc' : 'asc').limit(page.limit + 1);
  return (await query.select<Row[]>(entries.columns)).map((row) => entries.fromRow(row));
}

/** What a person did an act to, in one environment; all of it, since a part would be taken for the whole. */
export async function listTargets(
  db: Db,
  { storeId: chain, devMode }: Tenant,
  { action, userId }: { readonly action: string; readonly userId: string },
): Promise<string[]> {
  return db(entries.name)
    .where({ chain, action, actor_kind: 'USER', actor_id: userId, dev_mode: devMode })
    .pluck<string[]>('target_id');
}
