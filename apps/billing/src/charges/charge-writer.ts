import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutboundEvent } from '@pitanga/contracts';
import { unavailable, type Tenant } from '@pitanga/core';
import {
  createBatchQueue,
  databaseFailure,
  outboxAppended,
  outboxBindings,
  type BatchQueue,
  type Db,
  type Row,
} from '@pitanga/database';
import { currentRequest } from '@pitanga/runtime';
import type { Charge } from './charge';
import { chargeToRow, charges } from './charge-row';

/** A new charge and its event as rows. */
interface NewCharge {
  readonly charge: Row;
  readonly event: Row;
}

/** JSON has no text for the exact JSON of metadata, which comes as a text within it. */
const cells = charges.columns.map((name) =>
  name === charges.column('metadataJson') ? `(c.${name} #>> '{}')::json` : `c.${name}`,
);

/**
 * Inserts charges with their events, one for each that is created: a repeat after a lost answer creates nothing. All rows
 * are one parameter, so that one text, planned once a connection, serves any number of them.
 */
const insertSql = `
  with created as (
    insert into charges (${charges.selectSql()})
    select ${cells.join(', ')} from json_populate_recordset(cast(null as charges), cast(:charges as json)) as c
    on conflict (id) do nothing returning id
  )
  insert into outbox (event_id, topic, key, type, payload, headers, occurred_at, recorded_at)
  select outbox_event_id, outbox_topic, outbox_key, outbox_type, outbox_payload, outbox_headers::json, outbox_occurred_at,
    outbox_recorded_at
  from json_to_recordset(cast(:events as json)) as e (outbox_event_id text, outbox_topic text, outbox_key text, outbox_type text,
    outbox_payload text, outbox_headers text, outbox_occurred_at timestamptz, outbox_recorded_at timestamptz)
  join created on created.id = e.outbox_key`;

/**
 * Inserts a charge and its event: the hottest write of the system. Inside a transaction it is one statement of it; alone
 * it shares its statement and commit with those of other requests, and a broken connection is tried again.
 * @throws AppError UNAVAILABLE while too many wait
 */
export async function insertCharge(
  db: Db,
  tenant: Tenant,
  charge: Charge,
  created: OutboundEvent,
  recordedAt: Date,
): Promise<void> {
  // Like the trace context of its event: an attribute of the call, which nothing decides by.
  const requestId = currentRequest()?.requestId;
  const row = {
    charge: chargeToRow(tenant, { ...charge, requestId }),
    event: outboxBindings(created, recordedAt),
  };
  if (db.isTransaction !== true) return queueOf(db).submit(row);
  if ((await insertAll(db, [row])) !== 1) throw new Error(`charge ${charge.id} exists already`);
}

async function insertAll(db: Db, created: readonly NewCharge[]): Promise<number> {
  const bindings = {
    charges: JSON.stringify(created.map(({ charge }) => charge)),
    events: JSON.stringify(created.map(({ event }) => event)),
  };
  const { rowCount } = await db.raw<{ rowCount: number }>(insertSql, bindings).options({ name: 'insert_charges' });
  outboxAppended(db);
  return rowCount;
}

/** Half a second of work: what is refused is refused before its deadline. */
const queuedMax = 500;
const batchMax = 64;
/** One encodes while the other waits for PostgreSQL. */
const writers = 2;

/** Keyed weakly by the pool, so that nothing outlives it. */
const queues = new WeakMap<Db, BatchQueue<NewCharge>>();
/** A batch belongs to the trace and request of none of its callers. */
const withoutContext = AsyncLocalStorage.snapshot();

function queueOf(pool: Db): BatchQueue<NewCharge> {
  const known = queues.get(pool);
  if (known) return known;
  const queue = createBatchQueue<NewCharge>({
    queuedMax,
    batchMax,
    writers,
    size: () => 1,
    write: async (created) => {
      await withoutContext(() => insertAll(pool, created));
      return [];
    },
    isPermanent: (error) => databaseFailure(error) === undefined,
    busy: () => unavailable('The service is busy; try again.', 'DATABASE_BUSY'),
  });
  queues.set(pool, queue);
  return queue;
}
