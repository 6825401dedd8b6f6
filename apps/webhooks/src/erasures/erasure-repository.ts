import { tenantOf, type Owned, type Tenant } from '@pitanga/core';
import type { Tx } from '@pitanga/database';

export interface CustomerKey {
  readonly tenant: Tenant;
  readonly customerId: string;
}

export interface DeliveryBody {
  readonly deliveryId: string;
  readonly body: string;
}

interface ErasureRow {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly customer_id: string;
  swept_to: string;
}

const lockKey = `hashtextextended('webhooks erasures', 0)`;

/**
 * Returns which of these customers were erased, and locks out new erasures until the transaction ends: an erasure
 * redacts the bodies it finds, so it must not start between this read and the insert of deliveries.
 */
export async function findErasedCustomers(
  tx: Tx,
  customers: readonly Owned<{ readonly customerId: string }>[],
): Promise<CustomerKey[]> {
  if (customers.length === 0) return [];
  // A separate statement: the snapshot of the next one contains every erasure committed before the lock was granted.
  await tx.raw(`select pg_advisory_xact_lock_shared(${lockKey})`).options({ name: 'erasures_lock_out' });
  const { rows } = await tx
    .raw<{ rows: { store_id: string; dev_mode: boolean; customer_id: string }[] }>(
      `select erased.store_id, erased.dev_mode, erased.customer_id
       from (select distinct * from unnest(:storeIds::text[], :devModes::boolean[], :customerIds::text[]))
         as p (store_id, dev_mode, customer_id)
       cross join lateral (
         select * from erased_customers e
         where e.store_id = p.store_id and e.dev_mode = p.dev_mode and e.customer_id = p.customer_id offset 0
       ) erased`,
      {
        storeIds: customers.map(({ tenant }) => tenant.storeId),
        devModes: customers.map(({ tenant }) => tenant.devMode),
        customerIds: customers.map(({ customerId }) => customerId),
      },
    )
    .options({ name: 'erasures_resolve' });
  return rows.map((row) => ({ tenant: tenantOf(row.store_id, row.dev_mode), customerId: row.customer_id }));
}

/**
 * Marks a customer as erased. Waits for transactions that hold the lock of {@link findErasedCustomers}: after the commit
 * every body with the customer's data is in the table, and no new one is inserted.
 */
export async function insertErasure(tx: Tx, tenant: Tenant, customerId: string, erasedAt: Date): Promise<void> {
  await tx.raw(`select pg_advisory_xact_lock(${lockKey})`);
  await tx('erased_customers')
    .insert({ store_id: tenant.storeId, dev_mode: tenant.devMode, customer_id: customerId, erased_at: erasedAt })
    .onConflict(['store_id', 'dev_mode', 'customer_id'])
    .ignore();
}

/** Locks the erasure and returns the next bodies with the customer's data that are not redacted yet. */
export async function lockNextBodies(
  tx: Tx,
  tenant: Tenant,
  customerId: string,
  limit: number,
): Promise<DeliveryBody[]> {
  const erasure = await erasures(tx, tenant, customerId).forUpdate().first('swept_to');
  const { rows } = await tx.raw<{ rows: { id: string; body: string }[] }>(
    `select d.id, b.body from deliveries d join delivery_bodies b on b.delivery_id = any (array[d.id])
     where d.store_id = :storeId and d.dev_mode = :devMode and d.customer_id = :customerId and d.id > :after
     order by d.id limit :limit`,
    {
      storeId: tenant.storeId,
      devMode: tenant.devMode,
      customerId,
      after: erasure?.swept_to ?? '',
      limit,
    },
  );
  return rows.map(({ id, body }) => ({ deliveryId: id, body }));
}

/** Updates bodies, and records the last one as the place where the erasure goes on. */
export async function saveRedactedBodies(
  tx: Tx,
  tenant: Tenant,
  customerId: string,
  bodies: readonly DeliveryBody[],
): Promise<void> {
  const rows = bodies.map(({ deliveryId, body }) => ({ delivery_id: deliveryId, body }));
  await tx.raw(
    `update delivery_bodies b set body = redacted.body
     from json_to_recordset(:bodies::json) as redacted (delivery_id text, body text)
     where b.delivery_id = any (array[redacted.delivery_id])`,
    { bodies: JSON.stringify(rows) },
  );
  await erasures(tx, tenant, customerId).update({ swept_to: bodies.at(-1)?.deliveryId ?? '' });
}

function erasures(tx: Tx, { storeId, devMode }: Tenant, customerId: string) {
  return tx<ErasureRow>('erased_customers').where({ store_id: storeId, dev_mode: devMode, customer_id: customerId });
}
