import { toTenant, type Owned, type Tenant } from '@pitanga/core';
import {
  bigint,
  boolean,
  cents,
  int,
  optional,
  table,
  text,
  texts,
  timestamp,
  type Db,
  type Row,
  type Tx,
} from '@pitanga/database';
import { flat, tenantKey } from '../owned-rows';
import type { Outflow, PayoutLimits } from './payout-limits';

const limits = {
  orderCents: optional(cents('order_cents')),
  dayCents: optional(cents('day_cents')),
  nightCents: optional(cents('night_cents')),
  intervalSeconds: optional(int('interval_seconds')),
  beneficiaries: optional(texts('beneficiaries')),
};

const payoutLimits = table('payout_limits', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  ...limits,
  version: bigint('version'),
  updatedAt: timestamp('updated_at'),
});

export const limitKeys = payoutLimits.pick('storeId', 'devMode');

/** Replaces the limits of an older version; newer ones stay. */
export async function savePayoutLimits(
  db: Db,
  tenant: Tenant,
  told: PayoutLimits,
  version: number,
  updatedAt: Date,
): Promise<void> {
  const row = payoutLimits.toRow({ ...tenant, ...told, version, updatedAt });
  await db(payoutLimits.name)
    .insert(row)
    .onConflict(['store_id', 'dev_mode'])
    .merge(row)
    .where('payout_limits.version', '<=', version);
}

/** The stores whose money is to leave, and around which instants. */
const wanted = table('wanted', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  since: timestamp('since'),
  until: timestamp('until'),
});

const outflows = table('hours', {
  startsAt: timestamp('starts_at'),
  amountCents: cents('amount_cents'),
  lastAt: timestamp('last_at'),
});

const limitedStores = table('limited', { storeId: text('store_id'), devMode: boolean('dev_mode'), ...limits });

/** A store with limits, and what was to leave it around the instants asked for. */
export type LimitedStore = Owned<{ readonly limits: PayoutLimits; readonly outflows: readonly Outflow[] }>;

/** From `since` until before `until`. */
export interface OutflowRange {
  readonly since: Date;
  readonly until: Date;
}

/** By the hour, so that there are at most some dozens of rows a store; one range of the index of money that leaves. */
const hoursSql = `
  select date_bin('1 hour', h.created_at, timestamptz '2000-01-01T00:00Z') as starts_at,
    cast(sum(h.amount_cents) as bigint) as amount_cents, max(h.created_at) as last_at
  from holds h
  where h.store_id = w.store_id and h.dev_mode = w.dev_mode
    and h.created_at >= w.since and h.created_at < w.until
    and (h.purpose in ('WITHDRAW', 'TRANSFER', 'SUB_WITHDRAW') or h.to_key) and h.state <> 'RELEASED'
  group by 1`;

/**
 * The stores of these that have limits. Read under the lock of their `available`, which every insert of a hold requires:
 * what is read then stays until the commit.
 */
export async function findLimitedStores(
  tx: Tx,
  stores: readonly Owned<OutflowRange>[],
): Promise<readonly LimitedStore[]> {
  const { rows } = await tx
    .raw<{ rows: (Row & { readonly starts_at: Date | null })[] }>(
      `select ${limitedStores.selectSql('l')}, ${outflows.selectSql('hours')}
       from ${wanted.unnestSql('w')}
       join payout_limits l on l.store_id = w.store_id and l.dev_mode = w.dev_mode
       left join lateral (${hoursSql}) hours on true`,
      wanted.toArrays(stores.map(flat)),
    )
    .options({ name: 'find_limited_stores' });
  const byStore = new Map<string, LimitedStore & { readonly outflows: Outflow[] }>();
  for (const row of rows) {
    const { storeId, devMode, ...found } = limitedStores.fromRow(row);
    const tenant = toTenant(storeId, devMode);
    const store = byStore.get(tenantKey(tenant, '')) ?? { tenant, limits: found, outflows: [] };
    if (row.starts_at !== null) store.outflows.push(outflows.fromRow(row));
    byStore.set(tenantKey(tenant, ''), store);
  }
  return [...byStore.values()];
}

/** What was to leave one store, with or without limits. */
export async function listOutflows(
  db: Db,
  tenant: Tenant,
  { since, until }: OutflowRange,
): Promise<readonly Outflow[]> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(
      `select ${outflows.selectSql('hours')} from ${wanted.unnestSql('w')} cross join lateral (${hoursSql}) hours`,
      wanted.toArrays([{ ...tenant, since, until }]),
    )
    .options({ name: 'list_outflows' });
  return rows.map((row) => outflows.fromRow(row));
}
