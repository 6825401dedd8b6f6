import type { Knex } from 'knex';
import type { Db, Tx } from './connect';
import { isStatementTimeout } from './failure';
import { addListener, noteCommitted, shareListeners } from './outbox-wakes';

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. Inside a transaction it
 * joins that one. After the commit it wakes the outbox relay of this process if events were appended.
 *
 * Never call another service or a provider inside: the transaction holds locks.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return work(db);
  let transaction: Tx | undefined;
  const result = await db.transaction(async (opened) => {
    const tx = opened as unknown as Tx;
    transaction = tx;
    return work(tx);
  });
  if (transaction) noteCommitted(clientBehind(db), clientBehind(transaction));
  return result;
}

/**
 * What code inside a transaction works with: the tools of its service (clock, ids, log, metrics, sealer) and the
 * transaction. There is no way out: no pool, provider, other service or cache that reads. What the transaction needs from
 * those is found before and passed in.
 */
export type Inside<Tools> = Tools & { readonly db: Tx };

/** What a use case has before its transaction; `tools` is what it takes along. */
export interface Outside<Tools> {
  readonly db: Db;
  readonly tools: Tools;
}

/** Runs `work` in one transaction with the tools and no more; see {@link inTransaction}. */
export function transact<Tools extends object, T>(
  deps: Outside<Tools>,
  work: (tx: Inside<Tools>) => Promise<T>,
): Promise<T> {
  return inTransaction(deps.db, (db) => work({ ...deps.tools, db }));
}

/** A transaction that its caller ends: for tests that hold a lock, and for reads at another isolation level. */
export async function openTransaction(
  db: Db,
  config?: Knex.TransactionConfig,
): Promise<Tx & Pick<Knex.Transaction, 'commit' | 'rollback'>> {
  return (await db.transaction(undefined, config)) as unknown as Tx & Knex.Transaction;
}

/**
 * Runs reads that must agree with each other: all see the database as it was at the first of them. Refuses to write, and
 * to run inside a transaction, which has seen something already.
 */
export async function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) throw new Error('a snapshot cannot begin inside a transaction');
  return db.transaction((tx) => work(tx as unknown as Tx), { isolationLevel: 'repeatable read', readOnly: true });
}

export interface TimedSnapshot {
  /** Of each statement. */
  readonly timeoutMs: number;
  /** What is thrown when one takes longer. */
  readonly late: () => Error;
}

/** A snapshot for sums that a caller waits for: on one core of the database, whatever the statistics say, and bounded in time. */
export async function inTimedSnapshot<T>(
  db: Db,
  { timeoutMs, late }: TimedSnapshot,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await inSnapshot(db, async (tx) => {
      await tx.raw('set local max_parallel_workers_per_gather = 0');
      await tx.raw(`set local statement_timeout = ${String(timeoutMs)}`);
      return work(tx);
    });
  } catch (error) {
    throw isStatementTimeout(error) ? late() : error;
  }
}

function isTransaction(db: Db): db is Tx {
  return db.isTransaction === true;
}

/**
 * Calls `listener` after each commit on this pool that appended events; returns a function that removes the listener.
 */
export function onOutboxAppended(db: Db, listener: () => void): () => void {
  return addListener(clientBehind(db), listener);
}

/** Makes a commit on either of two pools of one database wake the listeners of both. */
export function shareOutboxListeners(one: Db, other: Db): void {
  shareListeners([clientBehind(one), clientBehind(other)]);
}

/** Knex gives a pool's client no type. */
function clientBehind(db: Db): object {
  return db.client as object;
}
