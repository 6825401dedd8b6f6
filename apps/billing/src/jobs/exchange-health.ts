import { everyTenant } from '@pitanga/core';
import { addSeen, readRests } from '../account-health/account-health-repository';
import type { Deps } from '../deps';

/**
 * Creates the job that shares how accounts answer with the other processes: two statements at most, however many payments
 * were made. What was seen while the database did not answer is not shared; this process still goes by it.
 */
export function createHealthExchange({ db, clock, healths }: Pick<Deps, 'db' | 'clock' | 'healths'>) {
  let since: Date | undefined;
  return async (): Promise<number> => {
    const { limits } = healths;
    const now = clock.real();
    const seen = healths.takeSeen();
    if (seen.length > 0) await addSeen(db, everyTenant, seen, now, limits);
    const { rests, readAt } = await readRests(db, everyTenant, since, limits.restMs);
    since = readAt;
    healths.learn(rests, now);
    return seen.length;
  };
}
