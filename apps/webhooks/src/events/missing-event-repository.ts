import { lowestIdAt, type Tenant } from '@pitanga/core';
import type { Tx } from '@pitanga/database';

/** A kept event that has no delivery to a webhook. */
export interface MissingEvent {
  readonly id: string;
  /** Customers and payers whose data the body may hold. */
  readonly personIds: readonly string[];
}

export interface EventWindow {
  readonly webhookId: string;
  /** The events the webhook subscribes to. */
  readonly events: readonly string[];
  /** Store time, inclusive. */
  readonly from: Date;
  /** Store time, exclusive. */
  readonly to: Date;
}

/** The events of a window that have no delivery to a webhook, oldest first, at most `max`. */
export async function findMissingEvents(
  tx: Tx,
  { storeId, devMode }: Tenant,
  { webhookId, events, from, to }: EventWindow,
  max: number,
): Promise<MissingEvent[]> {
  const { rows } = await tx.raw<{ rows: { id: string; person_ids: string[] }[] }>(
    `with missing as materialized (
       select e.id from events e
       where e.store_id = :storeId and e.dev_mode = :devMode and e.id >= :fromId and e.id < :toId
         and e.type = any (:events::text[])
         and not exists (
           select from deliveries d where d.event_id = any (array[e.id]) and d.webhook_id = :webhookId
             and d.store_id = :storeId and d.dev_mode = :devMode)
       order by e.id limit :max
     ),
     persons as (
       select r.id, r.record_id from event_records r
       where r.store_id = :storeId and r.dev_mode = :devMode and r.id >= :fromId and r.id < :toId
         and (r.record_id like 'cust\\_%' or r.record_id like 'payer\\_%')
     )
     select m.id, coalesce(array_agg(p.record_id) filter (where p.record_id is not null), '{}') as person_ids
     from missing m left join persons p on p.id = m.id group by m.id order by m.id`,
    {
      storeId,
      devMode,
      webhookId,
      events: [...events],
      fromId: lowestIdAt('event', from),
      toId: lowestIdAt('event', to),
      max,
    },
  );
  return rows.map(({ id, person_ids: personIds }) => ({ id, personIds }));
}
