import type { Tenant } from '@pitanga/core';
import type { Tx } from '@pitanga/database';

/** A service's work that falls due in store time, so that moving a test clock can run it. */
export interface ClockedWork {
  /**
   * The earliest due instant (store time) after `after` (absent: now) and up to `until`; it may be in the past. One
   * index look-up.
   */
  nextDue(tenant: Tenant, until: Date, after?: Date): Promise<Date | undefined>;
  /**
   * Subtracts `deltaMs` from every `run_at` of the store, in the transaction that moves the clock. Runs nothing:
   * `runDue` or the service's job does.
   *
   * A row's `run_at` is its `due_at` less the offset, so `due_at − run_at` is the store's offset. A job that claims by
   * `run_at` and computes store time as `real + (due_at − run_at)` is right in every process, also in one that has not
   * read the new offset yet.
   */
  shift(tx: Tx, tenant: Tenant, deltaMs: number): Promise<void>;
  /** Runs everything of the store that is due now; returns how much that was. */
  runDue(tenant: Tenant): Promise<number>;
}

/** For a service in which nothing falls due. */
export const noClockedWork: ClockedWork = {
  nextDue: () => Promise.resolve(undefined),
  shift: () => Promise.resolve(),
  runDue: () => Promise.resolve(0),
};
