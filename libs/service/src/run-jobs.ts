import { onOutboxAppended, type Db } from '@pitanga/database';
import { periodic, type Lifecycle, type Log, type Pace } from '@pitanga/runtime';

/** Periodic work of a service, safe to run in every replica at once. */
export interface Job extends Pace {
  /** Unique in its service: names it in the log. */
  readonly name: string;
  /** May answer how much it has done; 0 lets a job with `restMs` rest. */
  readonly work: () => Promise<unknown>;
}

/** Where jobs run. */
export interface JobParts {
  readonly db: Db;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
}

/**
 * Runs jobs until the service stops. A commit of this process that appended events wakes those at rest: what falls due soon
 * was nearly always written with an event.
 */
export function runJobs({ db, log, lifecycle }: JobParts, jobs: readonly Job[]): void {
  for (const { name, work, ...pace } of jobs) {
    const job = periodic(name, pace, work, log);
    const unsubscribe = onOutboxAppended(db, () => {
      job.wake();
    });
    lifecycle.defer(name, async () => {
      unsubscribe();
      await job.stop();
    });
  }
}
