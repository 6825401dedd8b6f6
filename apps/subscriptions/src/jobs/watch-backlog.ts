import { everyTenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { findOldestDue } from '../subscriptions/subscription-queries';

/** Measures how long the oldest due work has waited; more than a minute means that no collector runs. */
export async function watchBacklog({ db, clock, metrics }: Deps): Promise<void> {
  const now = clock.real();
  const oldest = await findOldestDue(db, everyTenant, now);
  metrics.backlogAge.set(oldest ? (now.getTime() - oldest.getTime()) / 1_000 : 0);
}
