import { unavailable, type AppError } from '@pitanga/core';

/** What became of the work whose statement failed. */
type Outcome = 'undone' | 'unknown';

/**
 * Errors of the database's own making, noted where they arise: the codes that say so are as many as ways to a server, and
 * other sockets fail with the same ones.
 */
const outcomes = new WeakMap<object, Outcome>();

/** SQLSTATEs after which the statement, and its transaction with it, is undone: nothing is wrong with what was asked. */
const undone = states(
  '55P03', // lock_not_available
  '57014', // query_canceled: statement_timeout
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '25006', // read_only_sql_transaction: a standby that has not taken over yet
  '53...', // insufficient_resources: disk, memory, connections
);

/** SQLSTATEs with which the server ends a connection. */
const ended = states(
  '08...', // connection_exception
  '57P0[1-5]', // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout
  '25P0[34]', // idle_in_transaction_session_timeout, transaction_timeout
);

const socketCodes = /^(E(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|NOTCONN|HOSTUNREACH|NETUNREACH|NETRESET|AI_AGAIN))$/;

/** The driver's own errors have no code. */
const driverTexts = /^(Connection terminated|timeout expired|Query read timeout)/;
/** Said of a statement that was not sent any more. */
const unsentTexts = /^(Client has encountered a connection error|Client was closed)/;

/** There was no connection to work on: a full pool, a server that is away, a pool that was closed. */
export function noteUnconnected(error: unknown): void {
  note(error, 'undone');
}

/** Notes what the error of a statement says about its work; an error that is the statement's own fault is left alone. */
export function noteFailedStatement(error: unknown, sql: string, isInTransaction: boolean): void {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const [state, text] = [typeof code === 'string' ? code : '', typeof message === 'string' ? message : ''];
  if (unsentTexts.test(text) || undone.test(state)) note(error, 'undone');
  else if (ended.test(state) || socketCodes.test(state) || driverTexts.test(text)) {
    note(error, mayHaveCommitted(sql, isInTransaction) ? 'unknown' : 'undone');
  }
}

/**
 * What a caller is told when the database failed and not what was asked of it: undefined for every other error. When the
 * connection broke on the way to a commit or back, the caller is told that nobody knows.
 */
export function databaseFailure(error: unknown): AppError | undefined {
  const outcome = outcomeOf(error);
  if (outcome === undefined) return undefined;
  return outcome === 'undone' ? unavailable('The service is busy; try again.', 'DATABASE_BUSY', error) : unknown(error);
}

/** The same for work of which a part is committed already. */
export function databaseFailureAfterCommit(error: unknown): AppError | undefined {
  return outcomeOf(error) === undefined ? undefined : unknown(error);
}

function unknown(error: unknown): AppError {
  const message =
    'It is unknown whether this took effect; repeat it with the same Idempotency-Key, or look before you try again.';
  return unavailable(message, 'DATABASE_OUTCOME_UNKNOWN', error);
}

/** knex wraps the pool's own timeout, and code of ours an error that it tells more about. */
function outcomeOf(error: unknown): Outcome | undefined {
  let link = error;
  for (let depth = 0; depth < 5 && typeof link === 'object' && link !== null; depth += 1) {
    const outcome = outcomes.get(link);
    if (outcome !== undefined) return outcome;
    link = (link as { readonly cause?: unknown }).cause;
  }
  return undefined;
}

function note(error: unknown, outcome: Outcome): void {
  if (typeof error === 'object' && error !== null) outcomes.set(error, outcome);
}

function states(...patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})$`);
}

/** A transaction's statements are undone with it until it commits; a statement alone commits by itself if it writes. */
function mayHaveCommitted(sql: string, isInTransaction: boolean): boolean {
  return isInTransaction ? /^\s*commit/i.test(sql) : !/^\s*(select|show|begin|rollback)\b/i.test(sql);
}
