import { isAppError } from '@pitanga/core';
import type { Deps } from '../deps';
import { isUnknown, retryAt, type ClaimedSync, type SyncClaim, type SyncOutcome } from '../syncs/sync';

/** The polls of one kind of account. */
export interface SyncQueue<Sync extends ClaimedSync<object>> {
  /** Calls to one account at a time. */
  readonly callsPerStore: number;
  claim(claim: SyncClaim): Promise<readonly Sync[]>;
  /** @throws AppError UNAVAILABLE when the account does not answer */
  read(sync: Sync): Promise<SyncOutcome>;
  delete(sync: Sync): Promise<void>;
  postpone(sync: Sync, next: { readonly runAt: Date; readonly attempts: number }): Promise<void>;
  /** Runs it again at `nextAt`, after a read that left it open. */
  keep(sync: Sync, nextAt: Date): Promise<void>;
  /** Whether it is given up when it fails at `now`. */
  isExpired(sync: Sync, now: Date): boolean;
  /** Whether one of ours waits for it: then it is never dropped as unknown. */
  isAwaited(sync: Sync): boolean;
  /** Tells of one that is dropped because nothing of ours belongs to it. */
  noteUnknown(sync: Sync): Promise<void> | void;
  /** Names it in the log. */
  describe(sync: Sync): object;
  readonly sentences: { readonly unread: string; readonly givenUp: string };
}

type DrainDeps = Pick<Deps, 'clock' | 'log'>;

const batchSize = 50;
const batchesMax = 20;
/** Much longer than a batch takes. */
const leaseMs = 300_000;
/** How long an account that did not answer is skipped, so that it does not delay the others. */
const pauseMs = 30_000;

/**
 * Creates the job that polls what is due. Replicas share the work and stores run in parallel; an account that does not
 * answer costs one call a pause.
 */
export function createSyncDrain<Sync extends ClaimedSync<object>>(
  deps: DrainDeps,
  queue: SyncQueue<Sync>,
): () => Promise<void> {
  const { clock, log } = deps;
  const pausedUntil = new Map<string, number>();

  async function drainBatch(): Promise<number> {
    const now = clock.real();
    for (const [storeId, until] of pausedUntil) if (until <= now.getTime()) pausedUntil.delete(storeId);
    const claimed = await queue.claim({
      now,
      leaseUntil: new Date(now.getTime() + leaseMs),
      limit: batchSize,
      exceptStores: [...pausedUntil.keys()],
    });
    const stores = Map.groupBy(claimed, (sync: Sync) => sync.tenant.storeId);
    await Promise.all([...stores.values()].map(drainStore));
    return claimed.length;
  }

  async function drainStore(syncs: readonly Sync[]): Promise<void> {
    const waiting = [...syncs];
    const work = async (): Promise<void> => {
      for (let sync = waiting.shift(); sync !== undefined; sync = waiting.shift()) {
        const until = pausedUntil.get(sync.tenant.storeId);
        if (until === undefined) await run(sync);
        else await queue.postpone(sync, { runAt: new Date(until), attempts: sync.attempts });
      }
    };
    await Promise.all(Array.from({ length: queue.callsPerStore }, work));
  }

  async function run(sync: Sync): Promise<void> {
    const { storeId } = sync.tenant;
    try {
      const outcome = await queue.read(sync);
      if (outcome.kind === 'UNKNOWN') await retryUnknown(deps, queue, sync);
      else if (outcome.kind === 'SETTLED') await queue.delete(sync);
      else await queue.keep(sync, outcome.nextAt);
    } catch (error) {
      const isUnavailable = isAppError(error) && error.kind === 'UNAVAILABLE';
      if (isUnavailable) pausedUntil.set(storeId, clock.real().getTime() + pauseMs);
      const facts = { err: error, storeId, ...queue.describe(sync) };
      log[isUnavailable ? 'warn' : 'error'](facts, queue.sentences.unread);
      await retryFailed(deps, queue, sync);
    }
  }

  return async () => {
    for (let batch = 0; batch < batchesMax; batch += 1) {
      if ((await drainBatch()) < batchSize) return;
    }
  };
}

/** A callback may have come before what it is about was written. */
async function retryUnknown<Sync extends ClaimedSync<object>>(
  deps: DrainDeps,
  queue: SyncQueue<Sync>,
  sync: Sync,
): Promise<void> {
  if (queue.isAwaited(sync)) return retryFailed(deps, queue, sync);
  if (!isUnknown(sync.attempts + 1)) return retry(deps, queue, sync);
  await queue.noteUnknown(sync);
  return queue.delete(sync);
}

async function retryFailed<Sync extends ClaimedSync<object>>(
  deps: DrainDeps,
  queue: SyncQueue<Sync>,
  sync: Sync,
): Promise<void> {
  if (!queue.isExpired(sync, deps.clock.real())) return retry(deps, queue, sync);
  deps.log.error({ storeId: sync.tenant.storeId, ...queue.describe(sync) }, queue.sentences.givenUp);
  return queue.delete(sync);
}

function retry<Sync extends ClaimedSync<object>>(
  { clock }: DrainDeps,
  queue: SyncQueue<Sync>,
  sync: Sync,
): Promise<void> {
  const attempts = sync.attempts + 1;
  return queue.postpone(sync, { runAt: retryAt(attempts, clock.real()), attempts });
}
