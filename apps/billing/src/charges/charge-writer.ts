import type { OutboundEvent } from '@pitanga/contracts';
import type { Owned, Tenant } from '@pitanga/core';
import type { Db, Row, Tx } from '@pitanga/database';
import { currentRequest } from '@pitanga/runtime';
import type { Charge } from './charge';
import { chargeToRow, charges } from './charge-row';
import { eventRows, eventsInsertSql, sharedWrites } from './shared-writes';

/** A new charge and its event as rows. */
interface NewCharge {
  readonly charge: Row;
  readonly events: readonly Row[];
}

const jsonbColumns = charges.pick('splits', 'utms', 'upsellItem').columns;

/** JSON has no text for the exact JSON of metadata, which comes as a text within it; so do splits, UTMs and items. */
const cells = charges.columns.map((name) => {
  if (name === charges.column('metadataJson')) return `(c.${name} #>> '{}')::json`;
  return jsonbColumns.includes(name) ? `(c.${name} #>> '{}')::jsonb` : `c.${name}`;
});

/**
 * Inserts charges with their events, one for each that is created: a repeat after a lost answer creates nothing.
 */
const insertSql = `
  with created as (
    insert into charges (${charges.selectSql()})
    select ${cells.join(', ')} from json_populate_recordset(cast(null as charges), cast(:charges as json)) as c
    on conflict (id) do nothing returning id
  )
  ${eventsInsertSql('created')}`;

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
  const row = toRows(tenant, charge, created, recordedAt);
  if (db.isTransaction !== true) return inserts(db).submit(row);
  if ((await insertAll(db, [row])) !== 1) throw new Error(`charge ${charge.id} exists already`);
}

/** Inserts the charge of an order that cost nothing, of which no event tells: nothing is collected or booked. */
export async function insertFreeCharge(
  tx: Tx,
  tenant: Tenant,
  charge: Charge & { readonly method: 'FREE' },
): Promise<void> {
  await tx(charges.name).insert(chargeToRow(tenant, withRequest(charge)));
}

/** Inserts charges of any stores, each with its event. */
export async function insertCharges(
  tx: Tx,
  created: readonly Owned<{ readonly charge: Charge; readonly event: OutboundEvent }>[],
  recordedAt: Date,
): Promise<void> {
  if (created.length === 0) return;
  const rows = created.map(({ tenant, charge, event }) => toRows(tenant, charge, event, recordedAt));
  if ((await insertAll(tx, rows)) !== created.length) throw new Error('a charge exists already');
}

function toRows(tenant: Tenant, charge: Charge, created: OutboundEvent, recordedAt: Date): NewCharge {
  return { charge: chargeToRow(tenant, withRequest(charge)), events: eventRows(charge.id, [created], recordedAt) };
}

/** Like the trace context of its event: an attribute of the call, which nothing decides by. */
function withRequest(charge: Charge): Charge {
  return { ...charge, requestId: currentRequest()?.requestId };
}

const inserts = sharedWrites<NewCharge>(insertAll);

async function insertAll(db: Db, created: readonly NewCharge[]): Promise<number> {
  const bindings = {
    charges: JSON.stringify(created.map(({ charge }) => charge)),
    events: JSON.stringify(created.flatMap(({ events }) => events)),
  };
  const { rowCount } = await db.raw<{ rowCount: number }>(insertSql, bindings).options({ name: 'insert_charges' });
  return rowCount;
}
