import { connect, type ConnectOptions, type Pool } from './connect';
import { shareOutboxListeners } from './transaction';

/** The pools of a process on one database: requests and background work do not take each other's connections. */
export interface Pools {
  /** For requests. */
  readonly db: Pool;
  /** For the relay, consumers and jobs. */
  readonly jobsDb: Pool;
  close(): Promise<void>;
}

/** Opens nothing until the first query, as {@link connect}. A commit on either pool wakes the relay and the jobs. */
export function connectPools({
  jobsPoolMax,
  ...options
}: Omit<ConnectOptions, 'poolName'> & { readonly jobsPoolMax: number }): Pools {
  const db = connect(options);
  // What jobs wait for keeps no request waiting.
  const jobsDb = connect({ ...options, poolMax: jobsPoolMax, poolName: 'jobs', stalls: undefined });
  shareOutboxListeners(db, jobsDb);
  return {
    db,
    jobsDb,
    close: async () => {
      await Promise.all([db.destroy(), jobsDb.destroy()]);
    },
  };
}
