import type { Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import type { StripeAdapter } from '../stripe/stripe-adapter';
import { listStripeEntries, type StripeEntry } from '../stripe/stripe-money';
import { findMoneyRead, saveMoneyRead, type MoneyRead } from '../stripe-entries/money-read-repository';
import { newestStripeEntry, saveStripeEntries } from '../stripe-entries/stripe-entry-repository';
import { nextSweep } from '../syncs/stripe-sync';
import { requestStripeSync } from '../syncs/stripe-sync-repository';
import type { SyncOutcome } from '../syncs/sync';

/** Of a hundred movements each; the next run continues where this one stopped. */
const pagesMax = 10;
/** Movements of the same second, and clocks that differ. */
const overlapMs = 3_600_000;

type MoneyDeps = Pick<Deps, 'db' | 'clock'>;

/** Reads what moved the balance since all was known, in bounded pieces. A repeat changes nothing. */
export async function syncStripeMoney(deps: MoneyDeps, tenant: Tenant, adapter: StripeAdapter): Promise<SyncOutcome> {
  const isWhole = await readStripeMoney(deps, tenant, adapter);
  const now = deps.clock.real();
  return { kind: 'OPEN', nextAt: isWhole ? nextSweep(now) : now };
}

/** Reads the next pages of movements; whether all of them are stored now. */
export async function readStripeMoney(deps: MoneyDeps, tenant: Tenant, adapter: StripeAdapter): Promise<boolean> {
  for (let page = 0; page < pagesMax; page += 1) if (await readPage(deps, tenant, adapter)) return true;
  return false;
}

/** Reads and saves one page; whether its pass ended with it. */
async function readPage({ db, clock }: MoneyDeps, tenant: Tenant, adapter: StripeAdapter): Promise<boolean> {
  const read = await presentRead(db, tenant, adapter.account);
  const since = read.passSince ?? new Date(read.readTo === undefined ? 0 : read.readTo.getTime() - overlapMs);
  const { entries, hasMore } = await listStripeEntries(adapter.client, { since, after: read.passAfter });
  const after = hasMore ? entries.at(-1)?.id : undefined;
  const newestAt = read.passNewestAt ?? entries[0]?.occurredAt ?? read.readTo;
  const next: MoneyRead =
    after === undefined
      ? { ...read, readTo: newestAt, passSince: undefined, passNewestAt: undefined, passAfter: undefined }
      : { ...read, passSince: since, passNewestAt: newestAt, passAfter: after };
  return inTransaction(db, async (tx) => {
    if (!(await saveMoneyRead(tx, tenant, next))) return false;
    const found = await saveStripeEntries(tx, tenant, entries);
    for (const objectId of found.flatMap(bouncedRefund)) {
      await requestStripeSync(tx, tenant, { kind: 'REFUND', objectId }, clock.real());
    }
    return after === undefined;
  });
}

async function presentRead(db: Deps['db'], tenant: Tenant, accountId: string): Promise<MoneyRead> {
  const none = { accountId, passSince: undefined, passNewestAt: undefined, passAfter: undefined };
  const known = await findMoneyRead(db, tenant);
  if (known?.accountId === accountId) return known;
  if (known) return { ...none, readTo: undefined, revision: known.revision };
  // The version before kept no row, and saved a pass from its oldest movement on.
  return { ...none, readTo: await newestStripeEntry(db, tenant), revision: 0 };
}

const bounces = new Set(['refund_failure', 'payment_failure_refund']);

/** Stripe's id of a refund whose money came back. */
function bouncedRefund({ type, source }: StripeEntry): readonly string[] {
  return bounces.has(type) && source !== undefined && /^(re|pyr)_/.test(source) ? [source] : [];
}
