import type { Tenant } from '@pitanga/core';
import { cents, optional, table, text, timestamp, type Db, type Row } from '@pitanga/database';
import type { StripeEntry } from '../stripe/stripe-money';

const entryColumns = {
  id: text('id'),
  type: text('type'),
  source: optional(text('source')),
  reference: optional(text('reference')),
  amountCents: cents('amount_cents'),
  feeCents: cents('fee_cents'),
  netCents: cents('net_cents'),
  occurredAt: timestamp('occurred_at'),
};

const entries = table('stripe_entries', { storeId: text('store_id'), ...entryColumns });
const shown = table('stripe_entries', entryColumns);

/** Saves movements and returns those that are new; one that is known already does not change. */
export async function saveStripeEntries(
  db: Db,
  tenant: Tenant,
  found: readonly StripeEntry[],
): Promise<readonly StripeEntry[]> {
  if (found.length === 0) return [];
  const rows = found.map((entry) => entries.toRow({ ...entry, storeId: tenant.storeId }));
  const inserted: { id: string }[] = await db(entries.name).insert(rows).onConflict().ignore().returning('id');
  const ids = new Set(inserted.map(({ id }) => id));
  return found.filter(({ id }) => ids.has(id));
}

/** The instant of the newest movement. */
export async function newestStripeEntry(db: Db, tenant: Tenant): Promise<Date | undefined> {
  const row = await db<Row>(entries.name).where({ store_id: tenant.storeId }).max('occurred_at as at').first();
  return (row as { at: Date | null } | undefined)?.at ?? undefined;
}

/** Every movement of a store's account, oldest first. */
export async function listStoredEntries(db: Db, tenant: Tenant): Promise<readonly StripeEntry[]> {
  const rows = await db<Row>(entries.name)
    .where({ store_id: tenant.storeId })
    .orderBy(['occurred_at', 'id'])
    .select(shown.columns);
  return rows.map((row) => shown.fromRow(row));
}

/** Our disputes by Stripe's id: those that were lost, with the day of it. */
export async function findLostDisputes(
  db: Db,
  tenant: Tenant,
): Promise<ReadonlyMap<string, { readonly id: string; readonly closedAt: Date }>> {
  const { storeId, devMode } = tenant;
  const rows: { id: string; reference: string; closed_at: Date }[] = await db('disputes')
    .where({ store_id: storeId, dev_mode: devMode, provider: 'stripe', status: 'LOST' })
    .whereNotNull('reference')
    .select('id', 'reference', 'closed_at');
  return new Map(rows.map(({ id, reference, closed_at: closedAt }) => [reference, { id, closedAt }]));
}
