import { everyTenant, isAppError } from '@pitanga/core';
import type { PixMetrics } from '../bacen-pix/pix-metrics';
import { syncPix } from '../collecting/sync-pix';
import type { Deps } from '../deps';
import { isExpired, isUnknown, retryAt } from '../pix-syncs/pix-sync';
import { claimDueSyncs, deletePixSync, postponePixSync, type ClaimedSync } from '../pix-syncs/pix-sync-repository';

export interface PixSyncDeps extends Deps {
  readonly pixMetrics: PixMetrics;
}

const batchSize = 50;
const batchesMax = 20;
/** Calls to one bank at a time. */
const callsPerStore = 8;
/** Much longer than a batch takes. */
const leaseMs = 300_000;
/** How long a bank that did not answer is skipped, so that it does not delay the others. */
const pauseMs = 30_000;

/**
 * Creates the job that polls banks for due charges. Replicas share the work and stores run in parallel; a bank that
 * does not answer costs one call a pause.
 */
export function createPixSyncDrain(deps: PixSyncDeps): () => Promise<void> {
  const pausedUntil = new Map<string, number>();

  async function drainBatch(): Promise<number> {
    const now = deps.clock.real();
    for (const [storeId, until] of pausedUntil) if (until <= now.getTime()) pausedUntil.delete(storeId);
    const claimed = await claimDueSyncs(deps.db, everyTenant, {
      now,
      leaseUntil: new Date(now.getTime() + leaseMs),
      limit: batchSize,
      exceptStores: [...pausedUntil.keys()],
    });
    const stores = Map.groupBy(claimed, ({ tenant }) => tenant.storeId);
    await Promise.all([...stores.values()].map(drainStore));
    return claimed.length;
  }

  async function drainStore(syncs: readonly ClaimedSync[]): Promise<void> {
    const waiting = [...syncs];
    const work = async (): Promise<void> => {
      for (let sync = waiting.shift(); sync !== undefined; sync = waiting.shift()) {
        const until = pausedUntil.get(sync.tenant.storeId);
        if (until === undefined) await run(sync);
        else await postponePixSync(deps.db, sync.tenant, sync, { runAt: new Date(until), attempts: sync.attempts });
      }
    };
    await Promise.all(Array.from({ length: callsPerStore }, work));
  }

  async function run(sync: ClaimedSync): Promise<void> {
    const { tenant, txid } = sync;
    try {
      const outcome = await syncPix(deps, tenant, txid);
      if (outcome.kind === 'UNKNOWN') await retryUnknown(deps, sync);
      else if (outcome.kind === 'SETTLED') await deletePixSync(deps.db, tenant, sync);
      else
        await postponePixSync(deps.db, tenant, sync, {
          runAt: outcome.nextAt,
          attempts: 0,
          requestedAt: deps.clock.real(),
        });
    } catch (error) {
      const isUnavailable = isAppError(error) && error.kind === 'UNAVAILABLE';
      if (isUnavailable) pausedUntil.set(tenant.storeId, deps.clock.real().getTime() + pauseMs);
      deps.log[isUnavailable ? 'warn' : 'error'](
        { err: error, storeId: tenant.storeId, txid },
        'a charge was not read',
      );
      await retryFailed(deps, sync);
    }
  }

  return async () => {
    for (let batch = 0; batch < batchesMax; batch += 1) {
      if ((await drainBatch()) < batchSize) return;
    }
  };
}

/** The callback may have come before the charge was written. */
async function retryUnknown(deps: PixSyncDeps, sync: ClaimedSync): Promise<void> {
  const { tenant, txid } = sync;
  const attempts = sync.attempts + 1;
  if (!isUnknown(attempts)) {
    return postponePixSync(deps.db, tenant, sync, { runAt: retryAt(attempts, deps.clock.real()), attempts });
  }
  deps.pixMetrics.unknownTxid();
  deps.log.warn({ storeId: tenant.storeId, txid }, 'a bank named a charge that this store does not have');
  return deletePixSync(deps.db, tenant, sync);
}

async function retryFailed(deps: PixSyncDeps, sync: ClaimedSync): Promise<void> {
  const { tenant } = sync;
  const now = deps.clock.real();
  if (!isExpired(sync.requestedAt, now)) {
    const attempts = sync.attempts + 1;
    return postponePixSync(deps.db, tenant, sync, { runAt: retryAt(attempts, now), attempts });
  }
  deps.log.error({ storeId: tenant.storeId, txid: sync.txid }, 'reading a charge was given up');
  return deletePixSync(deps.db, tenant, sync);
}
