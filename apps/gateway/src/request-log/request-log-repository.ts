import { mapPage, toTenant, type CrossTenant, type Owned } from '@pitanga/core';
import type { Page, PageRequest, Tenant } from '@pitanga/core';
import {
  boolean,
  inTransaction,
  int,
  json,
  optional,
  selectPage,
  selectScannedPage,
  smallint,
  table,
  text,
  timestamp,
  type Db,
  type Filter,
  type Row,
} from '@pitanga/database';
import type { ActorKind } from '../access/actor';
import type { LoggedRequest, RequestLogFilter } from './request-log';

const entries = table('request_log', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  id: text('id'),
  requestId: text('request_id'),
  actorKind: text<ActorKind>('actor_kind'),
  actorId: text('actor_id'),
  method: text('method'),
  route: text('route'),
  status: smallint('status'),
  code: optional(text('code')),
  durationMs: int('duration_ms'),
  query: optional(json('query')),
  body: optional(json('body')),
  createdAt: timestamp('created_at'),
});

const insertSql = `insert into request_log (${entries.columns.join(', ')})
  select ${entries.selectSql('added').replace('added.query', 'added.query::json').replace('added.body', 'added.body::json')}
  from json_to_recordset(:rows::json) as added (store_id text, dev_mode boolean, id text, request_id text, actor_kind text,
    actor_id text, method text, route text, status smallint, code text, duration_ms integer, query text, body text,
    created_at timestamptz)
  on conflict do nothing`;

/** Inserts entries; one that is there already stays as it is. */
export async function insertRequests(db: Db, added: readonly Owned<LoggedRequest>[]): Promise<void> {
  const rows = added.map(({ tenant, actor, ...entry }) =>
    entries.toRow({ ...entry, ...toOwner(tenant), actorKind: actor.kind, actorId: actor.id }),
  );
  await db.raw(insertSql, { rows: JSON.stringify(rows) }).options({ name: 'request_log_insert' });
}

function toOwner({ storeId, devMode }: Tenant) {
  return { storeId, devMode };
}

/** Entries that one filtered page may scan: about 30 ms. */
const scannedMax = 20_000;

/**
 * One page of a store's log, newest first. A request id has an index; any other filter scans a bounded number of entries,
 * so that a page may be short, even empty, with a next page whose cursor is the last entry scanned.
 */
export async function listRequests(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: RequestLogFilter,
  scanMax: number = scannedMax,
): Promise<Page<LoggedRequest>> {
  const { requestId, ...scanned } = filter;
  const isScan =
    requestId === undefined && Object.values(scanned).some((value) => value !== undefined && value !== true);
  const options = {
    table: entries.name,
    columns: entries.columns,
    page,
    idKind: 'requestLog',
    filter: matching(filter),
  } as const;
  const found = isScan
    ? (await selectScannedPage<Row>(db, tenant, options, scanMax)).page
    : await selectPage<Row>(db, tenant, options);
  return mapPage(found, toLoggedRequest);
}

function matching(filter: RequestLogFilter): Filter {
  const { requestId, method, route, status, statusClass, actorId, dashboardReads } = filter;
  const exact = { request_id: requestId, method, route, status, actor_id: actorId };
  return (query) => {
    for (const [column, value] of Object.entries(exact)) if (value !== undefined) query.where(column, value);
    if (dashboardReads === false) query.whereRaw(`not (actor_kind = 'USER' and method = 'GET')`);
    if (statusClass !== undefined) query.whereBetween('status', [statusClass * 100, statusClass * 100 + 99]);
  };
}

function toLoggedRequest(row: Row): LoggedRequest {
  const { storeId, devMode, actorKind, actorId, ...entry } = entries.fromRow(row);
  return { ...entry, tenant: toTenant(storeId, devMode), actor: { kind: actorKind, id: actorId } };
}

/** How far ahead partitions are made: the time to notice that none is made any more. */
const daysAhead = 7;
const daysKept = 30;
const dayMs = 86_400_000;

/** Makes the partitions of the days to come, and drops those that ended 30 days ago; returns how many were dropped. */
export async function turnRequestLog(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  const at = (days: number): Date => new Date(now.getTime() + days * dayMs);
  return await inTransaction(db, async (tx) => {
    // Other statements queue behind a lock request that waits, so it fails soon; the job tries again in an hour.
    await tx.raw(`set local lock_timeout = '2s'`);
    const { rows } = await tx.raw<{ rows: { dropped: number }[] }>(
      'select turn_request_log(:through::timestamptz, :before::timestamptz) as dropped',
      { through: at(daysAhead), before: at(-daysKept) },
    );
    return rows[0]?.dropped ?? 0;
  });
}
