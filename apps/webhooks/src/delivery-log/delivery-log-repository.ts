import { mapPage, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import {
  boolean,
  bytes,
  int,
  optional,
  selectPage,
  table,
  text,
  timestamp,
  type Db,
  type Filter,
  type Row,
} from '@pitanga/database';
import type { DeliveryStatus } from '../deliveries/delivery';
import { v1Events, v2Events } from '../endpoints/event-names';
import { findEventsAbout } from '../events/event-repository';
import {
  deliveryStatuses,
  responseText,
  type DeliveryFilter,
  type LoggedAttempt,
  type LoggedDelivery,
} from './delivery-log';

const deliveries = table('deliveries', {
  id: text('id'),
  devMode: boolean('dev_mode'),
  webhookId: text('webhook_id'),
  event: text('event'),
  eventId: text('event_id'),
  status: text<DeliveryStatus>('status'),
  isTest: boolean('is_test'),
  attempts: int('attempts'),
  manualAttempts: int('manual_attempts'),
  lastStatusCode: optional(int('last_status_code')),
  lastErrorClass: optional(text('last_error_class')),
  createdAt: timestamp('created_at'),
  updatedAt: optional(timestamp('updated_at')),
  finishedAt: optional(timestamp('finished_at')),
});

/** Newest events about a record whose deliveries a filter by it finds. */
const eventsOfRecordMax = 200;

/**
 * A page of a store's log. Each combination of filters reads only the rows of the page, by one of four indexes; one by
 * event or record reads those of its events, of which a webhook has one each.
 */
export async function listDeliveries(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: DeliveryFilter,
): Promise<Page<LoggedDelivery>> {
  const { webhookId } = filter;
  const eventIds = await findEventIds(db, tenant, filter);
  const rows = await selectPage<Row>(db, tenant, {
    table: deliveries.name,
    columns: deliveries.columns,
    page,
    idKind: 'delivery',
    filter: (query) => {
      // A literal, so that the partial index applies; mail is no webhook of the store.
      query.whereRaw('not is_mail');
      if (webhookId !== undefined) query.where('webhook_id', webhookId);
      if (eventIds === undefined) return;
      // The array keeps PostgreSQL from walking the index of the list instead.
      query.whereRaw(
        `id = any(array(
           select id from deliveries where event_id = any(:eventIds) and store_id = :storeId and dev_mode = :devMode
         ))`,
        { ...tenant, eventIds },
      );
      if (filter.event !== undefined) query.where('event', filter.event);
      if (filter.status !== undefined) query.where('status', filter.status);
    },
    parts: eventIds === undefined ? await findParts(db, tenant, filter) : [],
  });
  const nextAttempts = await findNextAttempts(
    db,
    tenant,
    rows.items.map(({ id }) => id),
  );
  return mapPage(rows, (row) => toDelivery(row, nextAttempts.get(row.id)));
}

/**
 * The whole log and that of one webhook have an index each. The other indexes have event and status before the id, so a
 * filter without one of them is the union over its values; a webhook has only the events it subscribes to.
 */
async function findParts(
  db: Db,
  tenant: Tenant,
  { webhookId, event, status }: DeliveryFilter,
): Promise<readonly Filter[]> {
  if (event === undefined && status === undefined) return [];
  const events = event !== undefined ? [event] : await findEvents(db, tenant, webhookId);
  const statuses = status !== undefined ? [status] : deliveryStatuses;
  return events.flatMap((one) =>
    statuses.map(
      (other): Filter =>
        (query) =>
          void query.where({ event: one, status: other }),
    ),
  );
}

/** The events that a filter names; undefined for a filter without any. */
async function findEventIds(
  db: Db,
  tenant: Tenant,
  { eventId, recordId }: DeliveryFilter,
): Promise<readonly string[] | undefined> {
  if (recordId === undefined) return eventId === undefined ? undefined : [eventId];
  const about = await findEventsAbout(db, tenant, recordId, eventsOfRecordMax);
  return eventId === undefined ? about : about.filter((id) => id === eventId);
}

/** The events a webhook subscribes to, also of a deleted one; without a webhook, all events. */
async function findEvents(db: Db, tenant: Tenant, webhookId: string | undefined): Promise<readonly string[]> {
  if (webhookId === undefined) return [...v2Events, ...v1Events];
  const { rows } = await db.raw<{ rows: { events: readonly string[] }[] }>(
    'select events from webhooks where id = :webhookId and store_id = :storeId and dev_mode = :devMode',
    { webhookId, storeId: tenant.storeId, devMode: tenant.devMode },
  );
  // The webhook of another store: a part that matches no row, because without parts the log would be unfiltered.
  return rows[0]?.events ?? [''];
}

export async function findDelivery(db: Db, tenant: Tenant, id: string): Promise<LoggedDelivery | undefined> {
  const row = await deliveries.of(db, tenant).where({ id, is_mail: false }).first(deliveries.columns);
  return row && toDelivery(row, (await findNextAttempts(db, tenant, [id])).get(id));
}

/** The body as sent, byte for byte; undefined after its retention. */
export async function findBody(db: Db, tenant: Tenant, id: string): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { body: string }[] }>(
    `select b.body from deliveries d join delivery_bodies b on b.delivery_id = any (array[d.id])
     where d.id = :id and d.store_id = :storeId and d.dev_mode = :devMode and not d.is_mail`,
    { id, storeId: tenant.storeId, devMode: tenant.devMode },
  );
  return rows[0]?.body;
}

const attempts = table('attempts', {
  trigger: text<LoggedAttempt['trigger']>('trigger'),
  startedAt: timestamp('started_at'),
  storeStartedAt: optional(timestamp('store_started_at')),
  durationMs: optional(int('duration_ms')),
  statusCode: optional(int('status_code')),
  errorClass: optional(text('error_class')),
  responseHead: optional(bytes('response_head')),
  responseTruncated: boolean('response_truncated'),
  retryAfter: optional(text('retry_after')),
});

/** All attempts of a delivery, oldest first. */
export async function listAttempts(db: Db, tenant: Tenant, deliveryId: string): Promise<LoggedAttempt[]> {
  const rows = await attempts
    .of(db, tenant)
    .where({ delivery_id: deliveryId })
    .orderByRaw('started_at, trigger, abs(no)')
    .select(attempts.columns);
  return rows.map((row) => {
    const { responseHead, responseTruncated, ...attempt } = attempts.fromRow(row);
    const head = responseHead && responseText(responseHead);
    return {
      ...attempt,
      responseHead: head?.text,
      responseTruncated: responseTruncated || head?.isCut === true,
    };
  });
}

/** When the next attempt of each delivery is due; none for a delivery whose attempt is in flight. */
async function findNextAttempts(db: Db, tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: { delivery_id: string; due_at: Date }[] }>(
    `select delivery_id, min(due_at) as due_at from delivery_queue
     where delivery_id = any (:ids::text[]) and store_id = :storeId and dev_mode = :devMode and state <> 'LEASED'
     group by delivery_id`,
    { ids, storeId: tenant.storeId, devMode: tenant.devMode },
  );
  return new Map(rows.map((row) => [row.delivery_id, row.due_at]));
}

function toDelivery(row: Row, nextAttemptAt: Date | undefined): LoggedDelivery {
  const { attempts: automatic, manualAttempts, updatedAt, eventId, ...delivery } = deliveries.fromRow(row);
  return {
    ...delivery,
    eventId: delivery.isTest ? undefined : eventId,
    attemptCount: automatic + manualAttempts,
    nextAttemptAt,
    updatedAt: updatedAt ?? delivery.createdAt,
  };
}
