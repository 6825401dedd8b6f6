import { toTenant, type Owned, type Tenant } from '@pitanga/core';
import type { Tx } from '@pitanga/database';

/** Somebody whose data bodies may hold. */
export interface PersonKey {
  readonly tenant: Tenant;
  /** Id of a customer, or the reference of a payer who is not the customer (PayerSnapshot.ref). */
  readonly id: string;
}

export interface ErasedPerson extends PersonKey {
  readonly erasedAt: Date;
}

export function isPayerRef(id: string): boolean {
  return id.startsWith('payer_');
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
 * Returns which of these persons were erased, and locks out new erasures until the transaction ends: an erasure
 * redacts the bodies it finds, so it must not start between this read and the insert of deliveries.
 */
export async function findErasedPersons(tx: Tx, persons: readonly Owned<PersonKey>[]): Promise<ErasedPerson[]> {
  if (persons.length === 0) return [];
  // Two statements in one round trip, in this order: the snapshot of the second contains every erasure committed before
  // the lock was granted.
  const [, { rows }] = await Promise.all([
    tx.raw(`select pg_advisory_xact_lock_shared(${lockKey})`).options({ name: 'erasures_lock_out' }),
    tx
      .raw<{ rows: { store_id: string; dev_mode: boolean; customer_id: string; erased_at: Date }[] }>(
        `select erased.store_id, erased.dev_mode, erased.customer_id, erased.erased_at
       from (select distinct * from unnest(:storeIds::text[], :devModes::boolean[], :ids::text[]))
         as p (store_id, dev_mode, customer_id)
       cross join lateral (
         select * from erased_customers e
         where e.store_id = p.store_id and e.dev_mode = p.dev_mode and e.customer_id = p.customer_id offset 0
       ) erased`,
        {
          storeIds: persons.map(({ tenant }) => tenant.storeId),
          devModes: persons.map(({ tenant }) => tenant.devMode),
          ids: persons.map(({ id }) => id),
        },
      )
      .options({ name: 'erasures_resolve' }),
  ]);
  return rows.map((row) => ({
    tenant: toTenant(row.store_id, row.dev_mode),
    id: row.customer_id,
    erasedAt: row.erased_at,
  }));
}

/**
 * Marks a person as erased; a payer once more, up to now. Waits for transactions that hold the lock of
 * {@link findErasedPersons}: after the commit every body with the person's data is in the table, and no new one is
 * inserted.
 */
export async function insertErasure(tx: Tx, { storeId, devMode }: Tenant, id: string, erasedAt: Date): Promise<void> {
  await tx.raw(`select pg_advisory_xact_lock(${lockKey})`);
  await tx.raw(
    `insert into erased_customers as known (store_id, dev_mode, customer_id, erased_at)
     values (:storeId, :devMode, :id, :erasedAt)
     on conflict (store_id, dev_mode, customer_id) do update set erased_at = excluded.erased_at, swept_to = '',
         events_redacted_at = null
       where :isPayer and known.erased_at < excluded.erased_at`,
    { storeId, devMode, id, erasedAt, isPayer: isPayerRef(id) },
  );
}

/** Locks the erasure and returns the next bodies with the person's data that are not redacted yet. */
export async function lockNextBodies(tx: Tx, tenant: Tenant, id: string, limit: number): Promise<DeliveryBody[]> {
  const erasure = await erasures(tx, tenant, id).forUpdate().first('swept_to');
  const { rows } = await tx.raw<{ rows: { id: string; body: string }[] }>(
    `select d.id, b.body from deliveries d join delivery_bodies b on b.delivery_id = any (array[d.id])
     where d.store_id = :storeId and d.dev_mode = :devMode and d.${isPayerRef(id) ? 'payer_ref' : 'customer_id'} = :id and d.id > :after
     order by d.id limit :limit`,
    {
      storeId: tenant.storeId,
      devMode: tenant.devMode,
      id,
      after: erasure?.swept_to ?? '',
      limit,
    },
  );
  return rows.map(({ id, body }) => ({ deliveryId: id, body }));
}

/** Updates bodies, and records the last one as the place where the erasure resumes. */
export async function saveRedactedBodies(
  tx: Tx,
  tenant: Tenant,
  id: string,
  bodies: readonly DeliveryBody[],
): Promise<void> {
  const rows = bodies.map(({ deliveryId, body }) => ({ delivery_id: deliveryId, body }));
  await tx.raw(
    `update delivery_bodies b set body = redacted.body
     from json_to_recordset(:bodies::json) as redacted (delivery_id text, body text)
     where b.delivery_id = any (array[redacted.delivery_id])`,
    { bodies: JSON.stringify(rows) },
  );
  await erasures(tx, tenant, id).update({ swept_to: bodies.at(-1)?.deliveryId ?? '' });
}

function erasures(tx: Tx, { storeId, devMode }: Tenant, id: string) {
  return tx<ErasureRow>('erased_customers').where({ store_id: storeId, dev_mode: devMode, customer_id: id });
}
