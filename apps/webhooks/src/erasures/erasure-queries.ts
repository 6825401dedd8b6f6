import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** A customer of a store. */
export interface Person {
  readonly tenant: Tenant;
  readonly customerId: string;
}

interface PersonRow {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly customer_id: string;
}

/**
 * Which of these customers were erased; a batch of facts spans stores. Until the transaction ends no other
 * customer is marked as erased: an erasure sweeps the bodies it finds, so it must not begin between this
 * answer and the deliveries made with it.
 */
export async function resolveErased(tx: Db, persons: readonly Person[]): Promise<Person[]> {
  if (persons.length === 0) return [];
  // A statement of its own: the next one then sees every mark made before the lock was granted.
  await tx
    .raw(`select pg_advisory_xact_lock_shared(hashtextextended('webhooks erasures', 0))`)
    .options({ name: 'erasures_lock_out' });
  const { rows } = await tx
    .raw<{ rows: PersonRow[] }>(
      `select erased.store_id, erased.dev_mode, erased.customer_id
       from (select distinct * from unnest(?::text[], ?::boolean[], ?::text[])) as p (store_id, dev_mode, customer_id)
       cross join lateral (
         select * from erased_customers e
         where e.store_id = p.store_id and e.dev_mode = p.dev_mode and e.customer_id = p.customer_id offset 0
       ) erased`,
      [
        persons.map(({ tenant }) => tenant.storeId),
        persons.map(({ tenant }) => tenant.devMode),
        persons.map(({ customerId }) => customerId),
      ],
    )
    .options({ name: 'erasures_resolve' });
  return rows.map((row) => ({ tenant: tenantOf(row.store_id, row.dev_mode), customerId: row.customer_id }));
}
