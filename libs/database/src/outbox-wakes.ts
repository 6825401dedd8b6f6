import { AsyncLocalStorage } from 'node:async_hooks';

type Listener = () => void;

/** What sends statements: knex has one client for a pool and one for each transaction. */
type Client = object;

// Keyed weakly, so that nothing outlives its pool or transaction.
const listenersByPool = new WeakMap<Client, Set<Listener>>();
const transactionsWithEvents = new WeakSet<Client>();

const outboxInsert = /insert into "?outbox"? ?\(/;

/**
 * Wakes the relay for a statement on a pool that inserts into the outbox, which has committed, and marks its transaction
 * otherwise. Every statement passes here, so that one written by hand cannot forget its events, which would wait up to four
 * seconds for the relay to look by itself.
 */
export function noteSent(client: Client, sql: string, isInTransaction: boolean): void {
  if (!outboxInsert.test(sql)) return;
  if (isInTransaction) transactionsWithEvents.add(client);
  else wake(client);
}

/** Wakes the relay after the commit of a transaction that appended events. */
export function noteCommitted(pool: Client, transaction: Client): void {
  if (transactionsWithEvents.has(transaction)) wake(pool);
}

export function addListener(pool: Client, listener: Listener): () => void {
  const listeners = listenersByPool.get(pool) ?? new Set<Listener>();
  listenersByPool.set(pool, listeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function shareListeners(pools: readonly Client[]): void {
  const listeners = new Set<Listener>();
  for (const pool of pools) listenersByPool.set(pool, listeners);
}

/** A listener starts work and timers that outlive the request: they belong to no request and no trace. */
const withoutContext = AsyncLocalStorage.snapshot();

function wake(pool: Client): void {
  withoutContext(() => {
    for (const listener of listenersByPool.get(pool) ?? []) listener();
  });
}
