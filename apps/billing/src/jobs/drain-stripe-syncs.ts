import { everyTenant, providerNotConfigured, type Tenant } from '@pitanga/core';
import { syncStripePayment } from '../charging/sync-stripe-payment';
import type { Deps } from '../deps';
import { syncStripeMoney } from '../managing/sync-stripe-money';
import { sweepStripeDisputes, syncStripeDispute } from '../returning/sync-stripe-dispute';
import { syncStripeRefund } from '../returning/sync-stripe-refund';
import { isStripeSyncExpired } from '../syncs/stripe-sync';
import {
  claimStripeSyncs,
  deleteStripeSync,
  postponeStripeSync,
  type ClaimedStripeSync,
} from '../syncs/stripe-sync-repository';
import { isUnknown, type SyncOutcome } from '../syncs/sync';
import { createSyncDrain } from './drain-syncs';

/** Creates the job that reads from Stripe what is due. */
export function createStripeSyncDrain(deps: Deps): () => Promise<void> {
  const { db, log } = deps;
  return createSyncDrain<ClaimedStripeSync>(deps, {
    callsPerStore: 4,
    claim: (claim) => claimStripeSyncs(db, everyTenant, claim),
    read: (sync) => runStripeSync(deps, sync.tenant, sync),
    delete: (sync) => deleteStripeSync(db, sync.tenant, sync),
    postpone: (sync, next) => postponeStripeSync(db, sync.tenant, sync, next),
    keep: (sync, runAt) => postponeStripeSync(db, sync.tenant, sync, { runAt, attempts: 0 }),
    isExpired: ({ kind, requestedAt }, now) =>
      kind !== 'DISPUTES' && kind !== 'MONEY' && isStripeSyncExpired(requestedAt, now),
    // Stripe does not know it while the keys are of another account.
    isAwaited: ({ hasCharge }) => hasCharge,
    noteUnknown: ({ tenant: { storeId }, kind, objectId }) => {
      log.warn({ storeId, kind, objectId }, 'Stripe named an object that this store does not have');
    },
    describe: ({ kind, objectId }) => ({ kind, objectId }),
    sentences: {
      unread: 'an object of Stripe was not read',
      givenUp: 'reading an object of Stripe was given up',
    },
  });
}

async function runStripeSync(deps: Deps, tenant: Tenant, sync: ClaimedStripeSync): Promise<SyncOutcome> {
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
    case 'REFUND':
      return syncStripeRefund(deps, tenant, adapter, objectId);
    case 'DISPUTE':
      return syncStripeDispute(deps, tenant, adapter, objectId);
    case 'DISPUTES':
      return sweepStripeDisputes(deps, tenant, adapter);
    case 'MONEY':
      return syncStripeMoney(deps, tenant, adapter);
  }
}
