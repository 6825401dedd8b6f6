import { everyTenant } from '@pitanga/core';
import { syncOrphan } from '../charging/sync-orphan';
import type { Deps } from '../deps';
import { orphanKeptMs } from '../orphans/orphan';
import { claimOrphans, measureOrphans, postponeOrphan, type ClaimedOrphan } from '../orphans/orphan-repository';
import { createSyncDrain } from './drain-syncs';

/** Creates the job that looks for what accounts may have made without an answer. */
export function createOrphanDrain(deps: Deps): () => Promise<void> {
  const { db } = deps;
  return createSyncDrain<ClaimedOrphan>(deps, {
    callsPerStore: 4,
    claim: (claim) => claimOrphans(db, everyTenant, claim),
    read: (orphan) => syncOrphan(deps, orphan.tenant, orphan),
    delete: (orphan) => postponeOrphan(db, orphan.tenant, orphan, { runAt: null, attempts: 0 }),
    postpone: (orphan, next) => postponeOrphan(db, orphan.tenant, orphan, next),
    keep: (orphan, runAt) => postponeOrphan(db, orphan.tenant, orphan, { runAt, attempts: 0 }),
    isExpired: ({ createdAt }, now) => now.getTime() - createdAt.getTime() > orphanKeptMs,
    isAwaited: () => true,
    noteUnknown: () => undefined,
    describe: ({ provider, reference }) => ({ provider, reference }),
    sentences: {
      unread: 'what an account may have made was not read',
      givenUp: 'looking for what an account may have made was given up',
    },
  });
}

/** For the alert: how many are looked for, and since when. */
export async function watchOrphans({ db, clock, orphanMetrics }: Deps): Promise<void> {
  const { count, oldest } = await measureOrphans(db, everyTenant);
  orphanMetrics.measured(count, oldest ? clock.real().getTime() - oldest.getTime() : 0);
}
