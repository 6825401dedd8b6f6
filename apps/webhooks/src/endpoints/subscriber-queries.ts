import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** A webhook as the matching of facts sees it. */
export interface Subscriber {
  readonly webhookId: string;
  readonly tenant: Tenant;
  readonly events: ReadonlySet<string>;
  readonly v2: boolean;
  /** Real time. */
  readonly registeredAt: Date;
}

interface SubscriberRow {
  readonly id: string;
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly events: readonly string[];
  readonly v2: boolean;
  readonly registered_at: Date;
}

/** The active webhooks of each of these tenants: a batch of facts spans stores. */
export async function resolveSubscribers(db: Db, tenants: readonly Tenant[]): Promise<Subscriber[]> {
  const { rows } = await db
    .raw<{ rows: SubscriberRow[] }>(
      `select w.id, w.store_id, w.dev_mode, w.events, w.v2, w.registered_at
       from (select distinct store_id, dev_mode from unnest(?::text[], ?::boolean[]) as t (store_id, dev_mode)) tenant
       cross join lateral (
         select * from webhooks
         where store_id = tenant.store_id and dev_mode = tenant.dev_mode and status = 'ACTIVE' offset 0
       ) w`,
      [tenants.map(({ storeId }) => storeId), tenants.map(({ devMode }) => devMode)],
    )
    .options({ name: 'subscribers_resolve' });
  return rows.map((row) => ({
    webhookId: row.id,
    tenant: tenantOf(row.store_id, row.dev_mode),
    events: new Set(row.events),
    v2: row.v2,
    registeredAt: row.registered_at,
  }));
}
