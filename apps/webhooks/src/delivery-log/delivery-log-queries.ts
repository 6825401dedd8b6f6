import { mapPage, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db } from '@pitanga/database';
import type { DeliveryStatus } from '../deliveries/delivery';
import { v1Events, v2Events } from '../endpoints/event-names';
import {
  deliveryStatuses,
  shownHead,
  type DeliveryFilter,
  type LoggedAttempt,
  type LoggedDelivery,
} from './delivery-log';

interface DeliveryRow {
  readonly id: string;
  readonly dev_mode: boolean;
  readonly webhook_id: string;
  readonly event: string;
  readonly status: DeliveryStatus;
  readonly is_test: boolean;
  readonly attempts: number;
  readonly manual_attempts: number;
  readonly last_status_code: number | null;
  readonly last_error_class: string | null;
  readonly created_at: Date;
  readonly updated_at: Date | null;
  readonly finished_at: Date | null;
}

const columns = [
  'id',
  'dev_mode',
  'webhook_id',
  'event',
  'status',
  'is_test',
  'attempts',
  'manual_attempts',
  'last_status_code',
  'last_error_class',
  'created_at',
  'updated_at',
  'finished_at',
] as const satisfies readonly (keyof DeliveryRow)[];

/** A page of a store's log. Every combination of filters reads what it answers and no more, by one of four indexes. */
export async function listDeliveries(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: DeliveryFilter,
): Promise<Page<LoggedDelivery>> {
  const { webhookId } = filter;
  const rows = await selectPage<DeliveryRow>(db, tenant, {
    table: 'deliveries',
    columns,
    page,
    idKind: 'delivery',
    filter: (query) => {
      if (webhookId !== undefined) query.where('webhook_id', webhookId);
    },
    parts: (await partsOf(db, tenant, filter)).map(({ event, status }) => (query) => {
      query.where({ event, status });
    }),
  });
  const nextAttempts = await findNextAttempts(
    db,
    tenant,
    rows.items.map(({ id }) => id),
  );
  return mapPage(rows, (row) => rowToDelivery(row, nextAttempts.get(row.id)));
}

/**
 * The whole log, and that of one webhook, have an index of their own. The others hold event and status before the id,
 * so a filter that leaves one of them open is the sum of its values; a webhook has no other events than those it takes.
 */
async function partsOf(
  db: Db,
  tenant: Tenant,
  { webhookId, event, status }: DeliveryFilter,
): Promise<{ event: string; status: DeliveryStatus }[]> {
  if (event === undefined && status === undefined) return [];
  const events = event !== undefined ? [event] : await eventsOf(db, tenant, webhookId);
  const statuses = status !== undefined ? [status] : deliveryStatuses;
  return events.flatMap((one) => statuses.map((other) => ({ event: one, status: other })));
}

/** What a webhook takes, a deleted one's included; without one, everything there is. */
async function eventsOf(db: Db, tenant: Tenant, webhookId: string | undefined): Promise<readonly string[]> {
  if (webhookId === undefined) return [...v2Events, ...v1Events];
  const { rows } = await db.raw<{ rows: { events: readonly string[] }[] }>(
    'select events from webhooks where id = ? and store_id = ? and dev_mode = ?',
    [webhookId, tenant.storeId, tenant.devMode],
  );
  // The webhook of another store has no part in this log: a part without rows keeps it from being read.
  return rows[0]?.events ?? [''];
}

export async function findDelivery(db: Db, tenant: Tenant, id: string): Promise<LoggedDelivery | undefined> {
  const { rows } = await db.raw<{ rows: DeliveryRow[] }>(
    `select ${columns.join(', ')} from deliveries where id = ? and store_id = ? and dev_mode = ?`,
    [id, tenant.storeId, tenant.devMode],
  );
  const [row] = rows;
  return row && rowToDelivery(row, (await findNextAttempts(db, tenant, [id])).get(id));
}

/** What is sent, byte for byte; undefined when it is no longer kept. */
export async function findBody(db: Db, tenant: Tenant, id: string): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { body: string }[] }>(
    `select b.body from deliveries d join delivery_bodies b on b.delivery_id = any (array[d.id])
     where d.id = ? and d.store_id = ? and d.dev_mode = ?`,
    [id, tenant.storeId, tenant.devMode],
  );
  return rows[0]?.body;
}

interface AttemptRow {
  readonly trigger: 'AUTO' | 'MANUAL';
  readonly started_at: Date;
  readonly duration_ms: number | null;
  readonly status_code: number | null;
  readonly error_class: string | null;
  readonly response_head: Buffer | null;
  readonly response_truncated: boolean;
  readonly retry_after: string | null;
}

/** All attempts of a delivery, oldest first. */
export async function listAttempts(db: Db, tenant: Tenant, deliveryId: string): Promise<LoggedAttempt[]> {
  const { rows } = await db.raw<{ rows: AttemptRow[] }>(
    `select trigger, started_at, duration_ms, status_code, error_class, response_head, response_truncated, retry_after
     from attempts where delivery_id = ? and store_id = ? and dev_mode = ? order by started_at, trigger, abs(no)`,
    [deliveryId, tenant.storeId, tenant.devMode],
  );
  return rows.map((row) => {
    const head = row.response_head === null ? undefined : shownHead(row.response_head);
    return {
      trigger: row.trigger,
      startedAt: row.started_at,
      durationMs: row.duration_ms ?? undefined,
      statusCode: row.status_code ?? undefined,
      errorClass: row.error_class ?? undefined,
      responseHead: head?.text,
      responseTruncated: row.response_truncated || head?.isCut === true,
      retryAfter: row.retry_after ?? undefined,
    };
  });
}

/** When the next attempt of each delivery is due, where one waits; one under way is no longer waited for. */
async function findNextAttempts(db: Db, tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: { delivery_id: string; due_at: Date }[] }>(
    `select delivery_id, min(due_at) as due_at from delivery_queue
     where delivery_id = any (?::text[]) and store_id = ? and dev_mode = ? and state <> 'LEASED' group by delivery_id`,
    [[...ids], tenant.storeId, tenant.devMode],
  );
  return new Map(rows.map((row) => [row.delivery_id, row.due_at]));
}

function rowToDelivery(row: DeliveryRow, nextAttemptAt: Date | undefined): LoggedDelivery {
  return {
    id: row.id,
    devMode: row.dev_mode,
    webhookId: row.webhook_id,
    event: row.event,
    status: row.status,
    isTest: row.is_test,
    attemptCount: row.attempts + row.manual_attempts,
    lastStatusCode: row.last_status_code ?? undefined,
    lastErrorClass: row.last_error_class ?? undefined,
    nextAttemptAt,
    finishedAt: row.finished_at ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at ?? row.created_at,
  };
}
