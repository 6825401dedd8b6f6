import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

export interface DeliveryBody {
  readonly deliveryId: string;
  readonly body: string;
}

/**
 * Marks a customer as erased, once. Waits for the ingests under way: once this is committed, every body that
 * names the customer is in the table, and no new one comes.
 */
export async function markErased(tx: Db, tenant: Tenant, customerId: string, erasedAt: Date): Promise<void> {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('webhooks erasures', 0))`);
  await tx.raw(
    `insert into erased_customers (store_id, dev_mode, customer_id, erased_at)
     values (?, ?, ?, ?) on conflict (store_id, dev_mode, customer_id) do nothing`,
    [tenant.storeId, tenant.devMode, customerId, erasedAt],
  );
}

/** The next bodies that name the customer, after those swept already; locked against a second sweep. */
export async function lockUnsweptBodies(
  tx: Db,
  tenant: Tenant,
  customerId: string,
  limit: number,
): Promise<DeliveryBody[]> {
  const of = [tenant.storeId, tenant.devMode, customerId];
  const { rows: marks } = await tx.raw<{ rows: { swept_to: string }[] }>(
    `select swept_to from erased_customers where store_id = ? and dev_mode = ? and customer_id = ? for update`,
    of,
  );
  const { rows } = await tx.raw<{ rows: { id: string; body: string }[] }>(
    `select d.id, b.body from deliveries d join delivery_bodies b on b.delivery_id = any (array[d.id])
     where d.store_id = ? and d.dev_mode = ? and d.customer_id = ? and d.id > ? order by d.id limit ?`,
    [...of, marks[0]?.swept_to ?? '', limit],
  );
  return rows.map(({ id, body }) => ({ deliveryId: id, body }));
}

/** Replaces bodies, and remembers the last one as the place to go on from. */
export async function replaceSweptBodies(
  tx: Db,
  tenant: Tenant,
  customerId: string,
  bodies: readonly DeliveryBody[],
): Promise<void> {
  const ids = bodies.map(({ deliveryId }) => deliveryId);
  await tx.raw(
    `update delivery_bodies b set body = blank.body
     from unnest(?::text[], ?::text[]) as blank (delivery_id, body)
     where b.delivery_id = any (array[blank.delivery_id])`,
    [ids, bodies.map(({ body }) => body)],
  );
  await tx.raw('update erased_customers set swept_to = ? where store_id = ? and dev_mode = ? and customer_id = ?', [
    ids.at(-1) ?? '',
    tenant.storeId,
    tenant.devMode,
    customerId,
  ]);
}
