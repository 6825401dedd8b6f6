import { cents, type Cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { ClaimedSubscription } from '../subscriptions/subscription-repository';
import type { UsageRecord } from './usage-record';

export async function insertUsageRecord(db: Db, tenant: Tenant, record: UsageRecord): Promise<void> {
  await db('usage_records').insert({
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id: record.id,
    subscription_id: record.subscriptionId,
    cycle_number: record.cycleNumber,
    product_id: record.productId,
    units: record.units,
    unit_price_cents: record.unitPriceCents,
    action: record.action,
    recorded_at: record.recordedAt,
  });
}

/** A product's use in one cycle. */
export interface UsageTotal {
  readonly units: number;
  readonly amountCents: number;
}

export async function saveUsageTotal(
  db: Db,
  tenant: Tenant,
  { subscriptionId, cycleNumber, productId }: Pick<UsageRecord, 'subscriptionId' | 'cycleNumber' | 'productId'>,
  { units, amountCents }: UsageTotal,
): Promise<void> {
  await db('usage_totals')
    .insert({
      store_id: tenant.storeId,
      dev_mode: tenant.devMode,
      subscription_id: subscriptionId,
      cycle_number: cycleNumber,
      product_id: productId,
      units,
      amount_cents: amountCents,
    })
    .onConflict(['store_id', 'dev_mode', 'subscription_id', 'cycle_number', 'product_id'])
    .merge(['units', 'amount_cents']);
}

/**
 * Moves what was used in cycles that begin to the ones after them; the caller has the locks of their subscriptions.
 * The records keep the cycle in which they were made.
 */
// eslint-disable-next-line pitanga/tenant-first -- of several tenants; each cycle carries its own
export async function postponeUsage(
  db: Db,
  cycles: readonly { readonly tenant: Tenant; readonly subscriptionId: string; readonly number: number }[],
): Promise<void> {
  for (const { tenant, subscriptionId, number } of cycles) {
    await db.raw(
      `with moved as (
         delete from usage_totals
         where store_id = :storeId and dev_mode = :devMode and subscription_id = :subscriptionId
           and cycle_number = :number
         returning *
       )
       insert into usage_totals as known
         (store_id, dev_mode, subscription_id, cycle_number, product_id, units, amount_cents)
       select store_id, dev_mode, subscription_id, cycle_number + 1, product_id, units, amount_cents from moved
       on conflict (store_id, dev_mode, subscription_id, cycle_number, product_id) do update set
         units = known.units + excluded.units, amount_cents = known.amount_cents + excluded.amount_cents`,
      { storeId: tenant.storeId, devMode: tenant.devMode, subscriptionId, number },
    );
  }
}

/** What was used in the cycles that these subscriptions begin, by subscription id; the caller has their locks. */
export async function claimUsage(db: Db, claimed: readonly ClaimedSubscription[]): Promise<ReadonlyMap<string, Cents>> {
  if (claimed.length === 0) return new Map();
  const keys = claimed.map(({ tenant, subscription }) => ({
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id: subscription.id,
    cycle_number: subscription.cycleNumber,
  }));
  const { rows } = await db
    .raw<{ rows: { id: string; usage_cents: number }[] }>(
      `select k.id, sum(u.amount_cents)::bigint as usage_cents
       from json_to_recordset(?::json) as k (store_id text, dev_mode boolean, id text, cycle_number integer)
       join usage_totals u on u.store_id = k.store_id and u.dev_mode = k.dev_mode and u.subscription_id = k.id
         and u.cycle_number = k.cycle_number
       group by k.id`,
      [JSON.stringify(keys)],
    )
    .options({ name: 'usage_claim' });
  return new Map(rows.map((row) => [row.id, cents(row.usage_cents)]));
}
