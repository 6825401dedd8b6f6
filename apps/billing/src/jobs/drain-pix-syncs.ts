import { isAppError, type Tenant } from '@pitanga/core';
import type { PixMetrics } from '../bacen-pix/pix-metrics';
import { syncPixCharge } from '../collecting/sync-pix-charge';
import type { Deps } from '../deps';
import { isHopeless, isNobodys, retryAt } from '../pix-syncs/pix-sync';
import { claimDueSyncs, deletePixSync, postponePixSync, type ClaimedSync } from '../pix-syncs/pix-sync-repository';

export interface PixSyncDeps extends Deps {
  readonly pixMetrics: PixMetrics;
}

const batchSize = 50;
const batchesMax = 20;
/** Calls to one bank at a time. */
const callsPerStore = 8;
/** Much longer than a batch can take. */
const leaseMs = 300_000;
/** A bank that did not answer is left alone, so that the others are not kept waiting for it. */
const pauseMs = 30_000;

/**
 * Makes the job that reads due charges from their banks. Replicas share the work; stores are served side by
 * side, and a bank that does not answer costs one call a pause.
 */
export function createPixSyncDrain(deps: PixSyncDeps): () => Promise<void> {
  const pausedUntil = new Map<string, number>();

  async function drainBatch(): Promise<number> {
    const now = deps.clock.real();
    for (const [storeId, until] of pausedUntil) if (until <= now.getTime()) pausedUntil.delete(storeId);
    const claimed = await claimDueSyncs(deps.db, {
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
      const outcome = await syncPixCharge(deps, tenant, txid);
      if (outcome.kind === 'UNKNOWN') await lookAgain(sync);
      else if (outcome.kind === 'SETTLED') await deletePixSync(deps.db, tenant, sync);
      else await postponePixSync(deps.db, tenant, sync, { runAt: outcome.nextAt, attempts: 0 });
    } catch (error) {
      const isBankAway = isAppError(error) && error.kind === 'UNAVAILABLE';
      if (isBankAway) pausedUntil.set(tenant.storeId, deps.clock.real().getTime() + pauseMs);
      deps.log[isBankAway ? 'warn' : 'error']({ err: error, storeId: tenant.storeId, txid }, 'a charge was not read');
      await tryLater(tenant, sync);
    }
  }

  /** A callback may have come before the charge was written. */
  async function lookAgain(sync: ClaimedSync): Promise<void> {
    const { tenant, txid } = sync;
    const attempts = sync.attempts + 1;
    if (!isNobodys(attempts)) {
      return postponePixSync(deps.db, tenant, sync, { runAt: retryAt(attempts, deps.clock.real()), attempts });
    }
    deps.pixMetrics.unknownTxid();
    deps.log.warn({ storeId: tenant.storeId, txid }, 'a bank named a charge that this store does not have');
    return deletePixSync(deps.db, tenant, sync);
  }

  async function tryLater(tenant: Tenant, sync: ClaimedSync): Promise<void> {
    const now = deps.clock.real();
    if (!isHopeless(sync.requestedAt, now)) {
      const attempts = sync.attempts + 1;
      return postponePixSync(deps.db, tenant, sync, { runAt: retryAt(attempts, now), attempts });
    }
    deps.log.error({ storeId: tenant.storeId, txid: sync.txid }, 'reading a charge was given up');
    return deletePixSync(deps.db, tenant, sync);
  }

  return async () => {
    for (let batch = 0; batch < batchesMax; batch += 1) {
      if ((await drainBatch()) < batchSize) return;
    }
  };
}
