import { toTenant, type CrossTenant, type Tenant } from '@pitanga/core';
import type { Db, Row, Tx } from '@pitanga/database';
import { isPayerRef, type PersonKey } from './erasure-repository';

/** An event about a person, the position of a sweep: by type, then id. */
export interface EventOfPerson {
  readonly type: string;
  readonly id: string;
  readonly body: string;
}

export interface EventsOfPerson {
  readonly events: readonly EventOfPerson[];
  /** Where the sweep resumes; undefined at its end. A record whose event was dropped with its month counts, too. */
  readonly last: Pick<EventOfPerson, 'type' | 'id'> | undefined;
}

/** The next events about an erased person after one of them, locked. A payer may pay again after the erasure. */
export async function lockNextEvents(
  tx: Tx,
  tenant: Tenant,
  personId: string,
  { after, limit }: { readonly after: Pick<EventOfPerson, 'type' | 'id'> | undefined; readonly limit: number },
): Promise<EventsOfPerson> {
  const { storeId, devMode } = tenant;
  const { rows: records } = await tx.raw<{ rows: { type: string; id: string }[] }>(
    `select type, id from event_records
     where store_id = :storeId and dev_mode = :devMode and record_id = :personId and (type, id) > (:type, :id)
       and (not :isPayer or created_at <= (select erased_at from erased_customers
         where store_id = :storeId and dev_mode = :devMode and customer_id = :personId))
     order by type, id limit :limit`,
    { storeId, devMode, personId, isPayer: isPayerRef(personId), type: after?.type ?? '', id: after?.id ?? '', limit },
  );
  const { rows: events } = await tx.raw<{ rows: { type: string; id: string; body: string }[] }>(
    `select type, id, body from events
     where store_id = :storeId and dev_mode = :devMode and id = any (:ids) order by type, id for update`,
    { storeId, devMode, ids: records.map(({ id }) => id) },
  );
  return { events, last: records.at(-1) };
}

export async function saveRedactedEvents(
  tx: Tx,
  tenant: Tenant,
  events: readonly Pick<EventOfPerson, 'id' | 'body'>[],
): Promise<void> {
  await tx.raw(
    `update events e set body = redacted.body
     from json_to_recordset(:events::json) as redacted (id text, body text)
     where e.store_id = :storeId and e.dev_mode = :devMode and e.id = any (array[redacted.id])`,
    { events: JSON.stringify(events), storeId: tenant.storeId, devMode: tenant.devMode },
  );
}

/** Notes that no event about an erased person has personal data. */
export async function markEventsRedacted(db: Db, tenant: Tenant, personId: string, at: Date): Promise<void> {
  await db('erased_customers')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, customer_id: personId })
    .update({ events_redacted_at: at });
}

/** Erased persons whose events are still to be redacted, of any store. */
export async function findUnredactedErasures(db: Db, _all: CrossTenant, limit: number): Promise<PersonKey[]> {
  const rows: Row[] = await db('erased_customers')
    .whereNull('events_redacted_at')
    .orderBy(['store_id', 'dev_mode', 'customer_id'])
    .limit(limit)
    .select('store_id', 'dev_mode', 'customer_id');
  return rows.map((row) => ({
    tenant: toTenant(String(row['store_id']), row['dev_mode'] === true),
    id: String(row['customer_id']),
  }));
}
