import type { Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import type { StripeAdapter } from '../stripe/stripe-adapter';
import { listStripeEntries } from '../stripe/stripe-money';
import { newestStripeEntry, saveStripeEntries } from '../stripe-entries/stripe-entry-repository';
import { nextSweep } from '../stripe-syncs/stripe-sync';
import type { SyncOutcome } from '../syncs/sync';

/** Movements are listed newest first and saved oldest first, so a pass that is cut off leaves no gap. */
const entriesMax = 20_000;
/** Movements of the same second, and clocks that differ. */
const overlapMs = 3_600_000;

/** Reads what moved the balance since the newest movement that is known. A repeat changes nothing. */
export async function syncStripeMoney(
  deps: Pick<Deps, 'db' | 'clock'>,
  tenant: Tenant,
  adapter: StripeAdapter,
): Promise<SyncOutcome> {
  const newest = await newestStripeEntry(deps.db, tenant);
  const since = new Date(newest === undefined ? 0 : newest.getTime() - overlapMs);
  const pages: Awaited<ReturnType<typeof listStripeEntries>>['entries'][] = [];
  let after: string | undefined;
  for (let count = 0; count < entriesMax;) {
    const { entries, hasMore } = await listStripeEntries(adapter.client, { since, after });
    pages.push(entries);
    count += entries.length;
    after = entries.at(-1)?.id;
    if (!hasMore || after === undefined) {
      for (const page of pages.reverse()) await saveStripeEntries(deps.db, tenant, [...page].reverse());
      return { kind: 'OPEN', nextAt: nextSweep(deps.clock.real()) };
    }
  }
  throw new Error(`the Stripe account of ${tenant.storeId} has more new movements than are read at once`);
}
