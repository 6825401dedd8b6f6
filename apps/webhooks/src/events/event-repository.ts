import { mapPage, type Owned, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import {
  bigint,
  optional,
  selectPage,
  table,
  text,
  timestamp,
  type Db,
  type Filter,
  type Row,
  type Tx,
} from '@pitanga/database';
import { v2Events, type V2Event } from '../endpoints/event-names';
import type { EventFilter, NewEvent, StoredEvent } from './event';

const events = table('events', {
  id: text('id'),
  type: text<V2Event>('type'),
  body: text('body'),
  position: bigint('position'),
  requestId: optional(text('request_id')),
  createdAt: timestamp('created_at'),
});

const insertSql = `
  with batch as materialized (
    select * from json_to_recordset(:events::json) as b (n integer, store_id text, dev_mode boolean, id text, type text,
      body text, record_ids text[], request_id text, created_at timestamptz)
  ),
  counted as (
    insert into event_positions (store_id, dev_mode, last_position)
    select store_id, dev_mode, count(*) from batch group by store_id, dev_mode order by store_id, dev_mode
    on conflict (store_id, dev_mode) do update
      set last_position = event_positions.last_position + excluded.last_position
    returning store_id, dev_mode, last_position
  ),
  inserted as (
    insert into events (store_id, dev_mode, id, position, type, body, request_id, created_at)
    select b.store_id, b.dev_mode, b.id,
      c.last_position + 1 - row_number() over (partition by b.store_id, b.dev_mode order by b.n desc),
      b.type, b.body, b.request_id, b.created_at
    from batch b join counted c on c.store_id = b.store_id and c.dev_mode = b.dev_mode
    on conflict (store_id, dev_mode, id) do nothing
  )
  insert into event_records (store_id, dev_mode, record_id, type, id, created_at)
  select b.store_id, b.dev_mode, record_id, b.type, b.id, b.created_at
  from batch b cross join unnest(b.record_ids) as record_id
  on conflict do nothing`;

/**
 * Inserts events in their order. The last statement of its transaction: it holds the position of each environment until
 * the commit, which other transactions with events of that store wait for (docs/adr/0025-deliveries-in-postgresql.md).
 */
export async function insertEvents(tx: Tx, added: readonly Owned<NewEvent>[]): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ tenant, id, type, body, recordIds, requestId, createdAt }, n) => ({
    n,
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id,
    type,
    body,
    record_ids: recordIds,
    request_id: requestId,
    created_at: createdAt,
  }));
  await tx.raw(insertSql, { events: JSON.stringify(rows) }).options({ name: 'events_insert' });
}

/** A page of a store's events, newest first. Each combination of filters reads only the rows of the page. */
export async function listEvents(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  { type, recordId }: EventFilter,
): Promise<Page<StoredEvent>> {
  if (recordId !== undefined) return await listEventsOfRecord(db, tenant, page, recordId, type);
  const rows = await selectPage<Row>(db, tenant, {
    table: events.name,
    columns: events.columns,
    page,
    idKind: 'event',
    filter: (query) => {
      if (type !== undefined) query.where({ type });
    },
  });
  return mapPage(rows, (row) => events.fromRow(row));
}

/** The index has the type before the id, so that without a type the page is the union over all types. */
async function listEventsOfRecord(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  recordId: string,
  type: string | undefined,
): Promise<Page<StoredEvent>> {
  const types = type === undefined ? v2Events : [type];
  const found = await selectEventsAbout(db, tenant, page, recordId, types);
  const ids = found.items.map(({ id }) => id);
  const byId = new Map((await findEvents(db, tenant, ids)).map((event) => [event.id, event]));
  return { ...found, items: ids.flatMap((id) => byId.get(id) ?? []) };
}

/** Events by id, in that order. */
export async function findEvents(db: Db, tenant: Tenant, ids: readonly string[]): Promise<readonly StoredEvent[]> {
  const rows: Row[] = await events.of(db, tenant).whereIn('id', ids).orderBy('id').select(events.columns);
  return rows.map((row) => events.fromRow(row));
}

function selectEventsAbout(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  recordId: string,
  types: readonly string[],
): Promise<Page<Row & { readonly id: string }>> {
  const about: Filter = (query) => {
    query.where({ record_id: recordId });
  };
  return selectPage<Row>(db, tenant, {
    table: 'event_records',
    columns: ['id', 'type'],
    page,
    idKind: 'event',
    filter: about,
    cursorFilter: about,
    parts: types.map((one) => (query) => {
      query.where({ type: one });
    }),
  });
}

/** The newest events about a record, at most `limit`. */
export async function findEventsAbout(
  db: Db,
  tenant: Tenant,
  recordId: string,
  limit: number,
): Promise<readonly string[]> {
  const { items } = await selectEventsAbout(db, tenant, { limit }, recordId, v2Events);
  return items.map(({ id }) => id);
}

export async function findEvent(db: Db, tenant: Tenant, id: string): Promise<StoredEvent | undefined> {
  const [row]: Row[] = await events.of(db, tenant).where({ id }).select(events.columns);
  return row && events.fromRow(row);
}

/** The position of the latest event; 0 before the first. */
export async function findLastPosition(db: Db, tenant: Tenant): Promise<number> {
  const { rows } = await db
    .raw<{ rows: { last_position: number }[] }>(
      'select last_position from event_positions where store_id = :storeId and dev_mode = :devMode',
      { storeId: tenant.storeId, devMode: tenant.devMode },
    )
    .options({ name: 'events_last_position' });
  return rows[0]?.last_position ?? 0;
}

/**
 * The events after a position, in the order of their commits. None is ever added before one that was read: positions are
 * given out under a lock that lasts until the commit.
 */
export async function findEventsAfter(
  db: Db,
  tenant: Tenant,
  position: number,
  limit: number,
): Promise<readonly StoredEvent[]> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(
      `select ${events.selectSql()} from events
       where store_id = :storeId and dev_mode = :devMode and position > :position order by position limit :limit`,
      { storeId: tenant.storeId, devMode: tenant.devMode, position, limit },
    )
    .options({ name: 'events_after' });
  return rows.map((row) => events.fromRow(row));
}
