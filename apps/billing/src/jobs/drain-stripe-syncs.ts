import { everyTenant, isAppError, providerNotConfigured, type Tenant } from '@pitanga/core';
import { syncStripePayment } from '../collecting/sync-stripe-payment';
import type { Deps } from '../deps';
import { syncStripeMoney } from '../managing/sync-stripe-money';
import { isUnknown, retryAt } from '../pix-syncs/pix-sync';
import { wakeRefund } from '../refunds/refund-repository';
import { sweepStripeDisputes, syncStripeDispute } from '../returning/sync-stripe-dispute';
import { readRefundId } from '../stripe/stripe-refund-reading';
import { isStripeSyncExpired, type StripeSyncOutcome } from '../stripe-syncs/stripe-sync';
import {
  claimStripeSyncs,
  deleteStripeSync,
  postponeStripeSync,
  type ClaimedStripeSync,
} from '../stripe-syncs/stripe-sync-repository';

const batchSize = 50;
const batchesMax = 20;
/** Calls to one account at a time. */
const callsPerStore = 4;
/** Much longer than a batch takes. */
const leaseMs = 300_000;
/** How long an account that did not answer is skipped, so that it does not delay the others. */
const pauseMs = 30_000;

/**
 * Creates the job that reads from Stripe what is due. Replicas share the work and stores run in parallel; an account that
 * does not answer costs one call a pause.
 */
export function createStripeSyncDrain(deps: Deps): () => Promise<void> {
  const pausedUntil = new Map<string, number>();

  async function drainBatch(): Promise<number> {
    const now = deps.clock.real();
    for (const [storeId, until] of pausedUntil) if (until <= now.getTime()) pausedUntil.delete(storeId);
    const claimed = await claimStripeSyncs(deps.db, everyTenant, {
      now,
      leaseUntil: new Date(now.getTime() + leaseMs),
      limit: batchSize,
      exceptStores: [...pausedUntil.keys()],
    });
    const stores = Map.groupBy(claimed, ({ tenant }) => tenant.storeId);
    await Promise.all([...stores.values()].map(drainStore));
    return claimed.length;
  }

  async function drainStore(syncs: readonly ClaimedStripeSync[]): Promise<void> {
    const waiting = [...syncs];
    const work = async (): Promise<void> => {
      for (let sync = waiting.shift(); sync !== undefined; sync = waiting.shift()) {
        const until = pausedUntil.get(sync.tenant.storeId);
        if (until === undefined) await run(sync);
        else await postponeStripeSync(deps.db, sync.tenant, sync, { runAt: new Date(until), attempts: sync.attempts });
      }
    };
    await Promise.all(Array.from({ length: callsPerStore }, work));
  }

  async function run(sync: ClaimedStripeSync): Promise<void> {
    const { tenant, kind, objectId } = sync;
    try {
      const outcome = await runStripeSync(deps, tenant, sync);
      if (outcome.kind === 'UNKNOWN') await retryUnknown(deps, sync);
      else if (outcome.kind === 'SETTLED') await deleteStripeSync(deps.db, tenant, sync);
      else await postponeStripeSync(deps.db, tenant, sync, { runAt: outcome.nextAt, attempts: 0 });
    } catch (error) {
      const isUnavailable = isAppError(error) && error.kind === 'UNAVAILABLE';
      if (isUnavailable) pausedUntil.set(tenant.storeId, deps.clock.real().getTime() + pauseMs);
      const facts = { err: error, storeId: tenant.storeId, kind, objectId };
      deps.log[isUnavailable ? 'warn' : 'error'](facts, 'an object of Stripe was not read');
      await retryFailed(deps, sync);
    }
  }

  return async () => {
    for (let batch = 0; batch < batchesMax; batch += 1) {
      if ((await drainBatch()) < batchSize) return;
    }
  };
}

async function runStripeSync(deps: Deps, tenant: Tenant, sync: ClaimedStripeSync): Promise<StripeSyncOutcome> {
  const { kind, objectId } = sync;
  const adapter = await deps.stripeAccounts.of(tenant);
  if (!adapter) {
    if (kind === 'DISPUTES' || kind === 'MONEY') return { kind: 'SETTLED' };
    // The account was removed: its objects are read until they are too old, in case it comes back.
    throw providerNotConfigured('BOLETO');
  }
  switch (kind) {
    case 'INTENT': {
      const isLast = isUnknown(sync.attempts + 1);
      return syncStripePayment(deps, tenant, adapter, { intentId: objectId, isLast });
    }
    case 'REFUND': {
      const id = await readRefundId(adapter.client, objectId);
      if (id !== undefined) await wakeRefund(deps.db, tenant, id, deps.clock.real());
      return { kind: 'SETTLED' };
    }
    case 'DISPUTE':
      return syncStripeDispute(deps, tenant, adapter, objectId);
    case 'DISPUTES':
      return sweepStripeDisputes(deps, tenant, adapter);
    case 'MONEY':
      return syncStripeMoney(deps, tenant, adapter);
  }
}

/**
 * The event may have come before the charge was written. What a charge waits for is read until it is too old: Stripe does
 * not know it while the keys are of another account.
 */
async function retryUnknown(deps: Deps, sync: ClaimedStripeSync): Promise<void> {
  const { tenant, kind, objectId } = sync;
  if (sync.hasCharge) return retryFailed(deps, sync);
  const attempts = sync.attempts + 1;
  if (!isUnknown(attempts)) {
    return postponeStripeSync(deps.db, tenant, sync, { runAt: retryAt(attempts, deps.clock.real()), attempts });
  }
  deps.log.warn({ storeId: tenant.storeId, kind, objectId }, 'Stripe named an object that this store does not have');
  return deleteStripeSync(deps.db, tenant, sync);
}

async function retryFailed(deps: Deps, sync: ClaimedStripeSync): Promise<void> {
  const { tenant, kind, objectId } = sync;
  const now = deps.clock.real();
  if (!isStripeSyncExpired(sync.requestedAt, now) || kind === 'DISPUTES' || kind === 'MONEY') {
    const attempts = sync.attempts + 1;
    return postponeStripeSync(deps.db, tenant, sync, { runAt: retryAt(attempts, now), attempts });
  }
  deps.log.error({ storeId: tenant.storeId, kind, objectId }, 'reading an object of Stripe was given up');
  return deleteStripeSync(deps.db, tenant, sync);
}
