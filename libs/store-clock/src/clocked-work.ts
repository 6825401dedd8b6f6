import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** What a service does for a store at instants of the store's time, as an advance of its test clock sees it. */
export interface ClockedWork {
  /**
   * The earliest instant (store time) after `after` (absent: now) and not after `until` at which something is due; it
   * may be over already. One look-up by index.
   */
  nextDue(tenant: Tenant, until: Date, after?: Date): Promise<Date | undefined>;
  /**
   * Brings every row of the store that waits for a real instant (`run_at`) nearer by `deltaMs`, in the transaction
   * that moves the clock. Nothing else: what is due afterwards is done by `runDue` or the service's own job.
   *
   * A row's `run_at` is its `due_at` less the offset, so `due_at − run_at` is how far its store is ahead: a job that
   * claims by `run_at` and takes `real + (due_at − run_at)` for the store's time is right in every process, also in
   * one that has not yet heard of the move.
   */
  shift(tx: Db, tenant: Tenant, deltaMs: number): Promise<void>;
  /** Does everything of the store that is due now, and answers how much that was. */
  runDue(tenant: Tenant): Promise<number>;
}

/** Of a service in which nothing ever falls due. */
export const noClockedWork: ClockedWork = {
  nextDue: () => Promise.resolve(undefined),
  shift: () => Promise.resolve(),
  runDue: () => Promise.resolve(0),
};
