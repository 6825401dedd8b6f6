import { cents as toCents, sumCents, type Cents, type Owned, type Tenant } from '@pitanga/core';
import { bigint, boolean, cents, int, table, text, timestamp, type Db, type Tx } from '@pitanga/database';
import type { Subscription } from '../subscriptions/subscription';
import { takeBack, takingBack, type TakenBack } from './taken-back';
import type { UsageAction, UsageRecord } from './usage-record';

const owner = { storeId: text('store_id'), devMode: boolean('dev_mode') };

const usageRecords = table('usage_records', {
  ...owner,
  id: text('id'),
  subscriptionId: text('subscription_id'),
  cycleNumber: int('cycle_number'),
  productId: text('product_id'),
  units: bigint('units'),
  unitPriceCents: cents('unit_price_cents'),
  amountCents: cents('amount_cents'),
  action: text<UsageAction>('action'),
  recordedAt: timestamp('recorded_at'),
});

const usageTotals = table('usage_totals', {
  ...owner,
  subscriptionId: text('subscription_id'),
  cycleNumber: int('cycle_number'),
  productId: text('product_id'),
  units: bigint('units'),
  amountCents: cents('amount_cents'),
});

export async function insertUsageRecord(tx: Tx, tenant: Tenant, record: UsageRecord): Promise<void> {
  const { storeId, devMode } = tenant;
  await tx('usage_records').insert(usageRecords.toRow({ storeId, devMode, ...record }));
}

const pricedUnits = usageRecords.pick('id', 'units', 'unitPriceCents', 'action');
const pageSize = 200;

/**
 * What `units` of a product, no more than the cycle at hand has, cost when they were added, those added last first. Also
 * of cycles before whose usage was moved to this one.
 */
export async function findTakenBack(
  tx: Tx,
  tenant: Tenant,
  { subscriptionId, productId }: Pick<UsageRecord, 'subscriptionId' | 'productId'>,
  units: number,
): Promise<TakenBack> {
  let taken = takingBack(units);
  for (let before: string | undefined; ;) {
    const query = pricedUnits
      .of(tx, tenant)
      .where({ subscription_id: subscriptionId, product_id: productId })
      .orderBy('id', 'desc')
      .limit(pageSize);
    if (before !== undefined) void query.where('id', '<', before);
    const page = (await query.select(pricedUnits.columns)).map((row) => pricedUnits.fromRow(row));
    for (const record of page) if (taken.wanted > 0) taken = takeBack(taken, record);
    if (taken.wanted === 0 || page.length < pageSize) return taken;
    before = page.at(-1)?.id;
  }
}

/** A product's use in one cycle. */
export interface UsageTotal {
  readonly units: number;
  readonly amountCents: Cents;
}

/** What the use of several products costs together. */
export function sumUsage(totals: Iterable<UsageTotal>): Cents {
  return sumCents(...Array.from(totals, ({ amountCents }) => amountCents));
}

export async function saveUsageTotal(
  tx: Tx,
  tenant: Tenant,
  { subscriptionId, cycleNumber, productId }: Pick<UsageRecord, 'subscriptionId' | 'cycleNumber' | 'productId'>,
  total: UsageTotal,
): Promise<void> {
  const { storeId, devMode } = tenant;
  await tx('usage_totals')
    .insert(usageTotals.toRow({ storeId, devMode, subscriptionId, cycleNumber, productId, ...total }))
    .onConflict(['store_id', 'dev_mode', 'subscription_id', 'cycle_number', 'product_id'])
    .merge(['units', 'amount_cents']);
}

/** What was used so far in the cycles of a subscription from `first` to `last`, by product id. */
export async function findUsageTotals(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
  first: number,
  last = first,
): Promise<ReadonlyMap<string, UsageTotal>> {
  const rows = (await usageTotals
    .of(db, tenant)
    .select('product_id')
    .sum({ units: 'units', amount_cents: 'amount_cents' })
    .where({ subscription_id: subscriptionId })
    .whereBetween('cycle_number', [first, last])
    .groupBy('product_id')
    .orderBy('product_id')) as { product_id: string; units: string | number; amount_cents: string | number }[];
  return new Map(
    rows.map((row) => [row.product_id, { units: Number(row.units), amountCents: toCents(Number(row.amount_cents)) }]),
  );
}

/** Moves what was used in cycles of locked subscriptions to the cycles after them; the records keep their cycle. */
export async function postponeUsage(
  tx: Tx,
  cycles: readonly Owned<{ readonly subscriptionId: string; readonly number: number }>[],
): Promise<void> {
  for (const { tenant, subscriptionId, number } of cycles) {
    await tx.raw(
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

const cycleKeys = table('subscriptions', { ...owner, id: text('id'), cycleNumber: int('cycle_number') });

/** What was used in the cycles at hand of locked subscriptions, by subscription id. */
export async function findUsageToBill(
  tx: Tx,
  subscriptions: readonly Owned<{ readonly subscription: Pick<Subscription, 'id' | 'cycleNumber'> }>[],
): Promise<ReadonlyMap<string, Cents>> {
  if (subscriptions.length === 0) return new Map();
  const keys = subscriptions.map(({ tenant: { storeId, devMode }, subscription: { id, cycleNumber } }) => ({
    storeId,
    devMode,
    id,
    cycleNumber,
  }));
  const { rows } = await tx
    .raw<{ rows: { id: string; usage_cents: number }[] }>(
      `select k.id, sum(u.amount_cents)::bigint as usage_cents
       from ${cycleKeys.unnestSql('k')}
       join usage_totals u on u.store_id = k.store_id and u.dev_mode = k.dev_mode and u.subscription_id = k.id
         and u.cycle_number = k.cycle_number
       group by k.id`,
      cycleKeys.toArrays(keys),
    )
    .options({ name: 'usage_claim' });
  return new Map(rows.map((row) => [row.id, toCents(row.usage_cents)]));
}
