import type { Deps } from '../deps';
import { resolveOldestDue } from '../subscriptions/subscription-queries';

/** Shows how long the oldest due work has waited: more than a minute means that nobody collects. */
export async function watchBacklog({ db, clock, metrics }: Deps): Promise<void> {
  const now = clock.real();
  const oldest = await resolveOldestDue(db, now);
  metrics.backlogAge.set(oldest ? (now.getTime() - oldest.getTime()) / 1_000 : 0);
}
