import { unavailable, type AppError } from '@pitanga/core';
import type { Knex } from 'knex';

/** What is used of the pool of knex (tarn), which its types leave open. */
interface Pool {
  on(event: 'acquireFail', told: (id: number, error: unknown) => void): unknown;
}

/**
 * Why work got no connection: a full pool, a server that is away or restarts, too many connections. Remembered, because
 * the codes that say so are as many as ways to a server, and other sockets fail with the same ones.
 */
const failedAcquires = new WeakSet();

export function rememberFailedAcquires(db: Knex): void {
  const { pool } = db.client as { readonly pool: Pool };
  pool.on('acquireFail', (_id, error) => {
    if (typeof error === 'object' && error !== null) failedAcquires.add(error);
  });
}

/** lock_not_available, and query_canceled, by which statement_timeout ends a statement. */
const undoneCodes: readonly unknown[] = ['55P03', '57014'];

/**
 * What a caller is told when the database did nothing: there was no connection, or it ended the statement and undid its
 * transaction. Undefined for every other error. A connection that is lost at work (57P01) is one of those: the commit
 * may have come before.
 */
export function databaseBusy(error: unknown): AppError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  // knex wraps the pool's own timeout.
  const isWithoutConnection =
    failedAcquires.has(error) || (typeof cause === 'object' && cause !== null && failedAcquires.has(cause));
  if (!isWithoutConnection && !undoneCodes.includes(code)) return undefined;
  return unavailable('The service is busy; try again.', 'DATABASE_BUSY', error);
}
