import type { Pool } from '@pitanga/database';
import { loadConfig } from '@pitanga/runtime';
import { silentLog, testClock, testDatabase, type TestClock } from '@pitanga/testing';
import { createLedger, ledgerConfig } from '../src/ledger';

/** One process of the service: its own connections, nothing shared but the database. */
export type LedgerProcess = Awaited<ReturnType<typeof createLedger>>;

export interface Ledger extends Pick<LedgerProcess, 'deps' | 'port' | 'stop'> {
  /** For a test to look and to interfere: connections that the service does not have. */
  readonly db: Pool;
  readonly url: string;
  readonly clock: TestClock;
  /** `name` is of its connections. */
  replica(name: string): Promise<LedgerProcess>;
}

/** The ledger as production composes it, on a database of its own. Its jobs run when a test runs them. */
export async function startLedger(): Promise<Ledger> {
  const database = await testDatabase('ledger');
  const { db, url } = database;
  const clock = testClock();
  const replica = (name: string): Promise<LedgerProcess> => {
    const config = loadConfig(ledgerConfig, {
      DATABASE_URL: `${url}?application_name=${name}`,
      // Nothing connects to it: the outbox stays for the test to read.
      KAFKA_BROKERS: '127.0.0.1:1',
    });
    return createLedger(config, { clock, log: silentLog, background: false });
  };
  const own = await replica('ledger');
  const stop = async (): Promise<void> => {
    await own.stop();
    await database.close();
  };
  return { ...own, db, url, clock, replica, stop };
}
