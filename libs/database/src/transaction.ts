import type { Knex } from 'knex';
import type { Db, Tx } from './connect';

type Listener = () => void;

// Keyed by the pool or transaction itself, so that nothing outlives it and nothing has to be passed along.
const listenersOfPool = new WeakMap<Db, Set<Listener>>();
const transactionsWithEvents = new WeakSet<Db>();

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. Inside a
 * transaction it joins that one. Once committed, the outbox relay of this process is woken if facts were
 * appended, so nobody is told about what could still roll back.
 *
 * Never call another service or a provider inside: locks are held meanwhile.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return work(db);
  let transaction: Tx | undefined;
  const result = await db.transaction(async (opened) => {
    const tx = opened as unknown as Tx;
    transaction = tx;
    return work(tx);
  });
  if (transaction && transactionsWithEvents.has(transaction)) wake(db);
  return result;
}

/** A transaction that its opener ends: for tests that hold a lock, and for reads at another isolation level. */
export async function openTransaction(
  db: Db,
  config?: Knex.TransactionConfig,
): Promise<Tx & Pick<Knex.Transaction, 'commit' | 'rollback'>> {
  return (await db.transaction(undefined, config)) as unknown as Tx & Knex.Transaction;
}

/**
 * Says that facts were appended through `db`: at once for a pool (the statement committed by itself),
 * after the commit for a transaction. `appendEvents` does it; a statement that inserts into the outbox
 * itself calls this afterwards.
 */
export function outboxAppended(db: Db): void {
  if (isTransaction(db)) transactionsWithEvents.add(db);
  else wake(db);
}

function isTransaction(db: Db): db is Tx {
  return db.isTransaction === true;
}

/** Calls `listener` after each commit on this pool that appended facts; answers a function that ends it. */
export function onOutboxAppended(db: Db, listener: () => void): () => void {
  const listeners = listenersOfPool.get(db) ?? new Set<Listener>();
  listenersOfPool.set(db, listeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function wake(pool: Db): void {
  for (const listener of listenersOfPool.get(pool) ?? []) listener();
}
