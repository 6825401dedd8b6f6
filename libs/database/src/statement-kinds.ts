import { noteEffect } from '@pitanga/runtime';

/** What sends statements: knex has one client for a pool and one for each transaction. */
type Client = object;

// Keyed weakly, so that nothing outlives its transaction.
const writing = new WeakSet<Client>();

const readsOnly = /^\s*(select|show|set|begin|savepoint|release|lock|commit|rollback)\b/i;
const writesWithin = /\b(insert\s+into|delete\s+from|merge\s+into|(?<!\bfor\s+(?:no\s+key\s+)?)update)\b/i;

export function isCommit(sql: string): boolean {
  return /^\s*commit/i.test(sql);
}

/** Whether a statement may change rows; one that begins with `with` is known by its parts. */
export function canWrite(sql: string): boolean {
  return /^\s*with\b/i.test(sql) ? writesWithin.test(sql) : !readsOnly.test(sql);
}

/** Notes an effect of the current request: a statement that wrote by itself, or the commit of a transaction that wrote. */
export function noteWritten(client: Client, sql: string, isInTransaction: boolean): void {
  if (!isInTransaction) {
    if (canWrite(sql)) noteEffect();
  } else if (canWrite(sql)) writing.add(client);
  else if (isCommit(sql) && writing.has(client)) noteEffect();
}
