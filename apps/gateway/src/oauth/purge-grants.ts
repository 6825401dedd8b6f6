import { transact } from '@pitanga/database';
import { endGrant } from './end-grant';
import type { GrantDeps } from './grant-deps';
import { lockIdleGrant, purgeEndedGrants } from './grant-repository';
import { purgeClients } from './oauth-client-repository';

/** Grants that end in one run; the next comes within the hour. */
const idleMax = 1_000;

/** Ends the grants from which nothing can come any more, and deletes those that have ended and clients that have none. */
export async function purgeGrants(deps: GrantDeps): Promise<void> {
  const { db, clock, ids, all } = deps;
  const now = clock.real();
  await purgeEndedGrants(db, all, now);
  for (let count = 0; count < idleMax; count += 1) {
    const isDone = await transact(deps, async (tx) => {
      const grant = await lockIdleGrant(tx.db, all, now);
      if (grant) await endGrant(tx, grant, ids.next('request', now));
      return grant === undefined;
    });
    if (isDone) break;
  }
  await purgeClients(db, all, now);
}
