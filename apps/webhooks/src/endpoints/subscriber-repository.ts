import { toTenant, type Tenant } from '@pitanga/core';
import type { Db, Row } from '@pitanga/database';
import { webhookRows } from './webhook-repository';

/** What matching a domain event needs of a webhook. */
export interface Subscriber {
  readonly webhookId: string;
  readonly tenant: Tenant;
  readonly events: ReadonlySet<string>;
  readonly v2: boolean;
  /** Real time. */
  readonly registeredAt: Date;
}

const subscribers = webhookRows.pick('id', 'storeId', 'devMode', 'events', 'v2', 'registeredAt');

/** The active webhooks of these tenants. */
export async function findSubscribers(db: Db, tenants: readonly Tenant[]): Promise<Subscriber[]> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(
      `select ${subscribers.selectSql('w')}
       from (select distinct store_id, dev_mode
             from unnest(:storeIds::text[], :devModes::boolean[]) as t (store_id, dev_mode)) tenant
       cross join lateral (
         select * from webhooks
         where store_id = tenant.store_id and dev_mode = tenant.dev_mode and status = 'ACTIVE' offset 0
       ) w`,
      { storeIds: tenants.map(({ storeId }) => storeId), devModes: tenants.map(({ devMode }) => devMode) },
    )
    .options({ name: 'subscribers_resolve' });
  return rows.map((row) => {
    const { id, storeId, devMode, events, v2, registeredAt } = subscribers.fromRow(row);
    return { webhookId: id, tenant: toTenant(storeId, devMode), events: new Set(events), v2, registeredAt };
  });
}
