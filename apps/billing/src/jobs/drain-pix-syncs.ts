import { everyTenant } from '@pitanga/core';
import { bacenPixName } from '../bacen-pix/bacen-pix-provider';
import type { PixMetrics } from '../bacen-pix/pix-metrics';
import { wakeInbox } from '../key-payments/inbox-repository';
import { syncPix } from '../renewing/sync-pix';
import type { Deps } from '../deps';
import { isExpired } from '../syncs/pix-sync';
import { claimDueSyncs, deletePixSync, postponePixSync, type ClaimedPixSync } from '../syncs/pix-sync-repository';
import { createSyncDrain } from './drain-syncs';

export interface PixSyncDeps extends Deps {
  readonly pixMetrics: PixMetrics;
}

/** Creates the job that polls banks for due charges, authorisations and debits. */
export function createPixSyncDrain(deps: PixSyncDeps): () => Promise<void> {
  const { db, clock, log, pixMetrics } = deps;
  return createSyncDrain<ClaimedPixSync>(deps, {
    callsPerStore: 8,
    claim: (claim) => claimDueSyncs(db, everyTenant, claim),
    read: ({ tenant, txid }) => syncPix(deps, tenant, txid),
    delete: (sync) => deletePixSync(db, sync.tenant, sync),
    postpone: (sync, next) => postponePixSync(db, sync.tenant, sync, next),
    keep: (sync, runAt) => postponePixSync(db, sync.tenant, sync, { runAt, attempts: 0, requestedAt: clock.real() }),
    isExpired: ({ requestedAt }, now) => isExpired(requestedAt, now),
    isAwaited: () => false,
    noteUnknown: ({ tenant, txid }) => {
      const { storeId } = tenant;
      pixMetrics.unknownTxid();
      log.warn({ storeId, txid }, 'a bank named a charge that this store does not have');
      return wakeInbox(db, tenant, bacenPixName, clock.real());
    },
    describe: ({ txid }) => ({ txid }),
    sentences: { unread: 'a charge was not read', givenUp: 'reading a charge was given up' },
  });
}
