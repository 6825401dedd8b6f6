import { AppError, isAppError, unavailable } from '@pitanga/core';
import { hasEffect } from '@pitanga/runtime';
import { canWrite, isCommit } from './statement-kinds';

/** What happened to the work of a failed statement. */
type Outcome = 'undone' | 'unknown';

/**
 * Failures of the database or its connection, recorded where they are thrown: other sockets fail with the same error
 * codes.
 */
const outcomes = new WeakMap<object, Outcome>();

/** SQLSTATEs after which the statement and its transaction are undone, and that are no fault of the statement. */
const undone = states(
  '55P03', // lock_not_available
  '57014', // query_canceled: statement_timeout
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '25006', // read_only_sql_transaction: a standby that has not taken over yet
  '53...', // insufficient_resources: disk, memory, connections
  '58...', // system_error: a disk that does not read or write
);

/** SQLSTATEs with which the server ends a connection. */
const ended = states(
  '08...', // connection_exception
  '57P0[1-5]', // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout
  '25P0[34]', // idle_in_transaction_session_timeout, transaction_timeout
  '40003', // statement_completion_unknown
);

/** Of the system, and of Node where the socket has ended already. */
const socketCodes =
  /^(E(CONN(RESET|REFUSED|ABORTED)|PIPE|PROTO|TIMEDOUT|NOTCONN|HOST(UNREACH|DOWN)|NET(UNREACH|RESET|DOWN)|AI_AGAIN)|ERR_(STREAM|SOCKET|SSL)_\w+)$/;

/** The driver's own errors have no code. */
const driverTexts = /^(Connection terminated|timeout expired|Query read timeout)/;
/** Texts of errors for a statement that was not sent. */
const unsentTexts = /^(Client has encountered a connection error|Client was closed)/;

/** Records that there was no connection: the pool is full or closed, or the server is down. */
export function noteUnconnected(error: unknown): void {
  note(error, 'undone');
}

/** Records the outcome of a failed statement; ignores errors that are the statement's own fault. */
export function noteFailedStatement(error: unknown, sql: string, isInTransaction: boolean): void {
  const { code, message, severity } = error as Record<'code' | 'message' | 'severity', unknown>;
  const [state, text] = [typeof code === 'string' ? code : '', typeof message === 'string' ? message : ''];
  // The server ends with it, also where it could not write: what it was writing may be there when it is back.
  const isFatal = severity === 'FATAL' || severity === 'PANIC';
  if (unsentTexts.test(text) || (undone.test(state) && !isFatal)) note(error, 'undone');
  else if (isFatal || ended.test(state) || socketCodes.test(state) || driverTexts.test(text)) {
    note(error, mayHaveCommitted(sql, isInTransaction) ? 'unknown' : 'undone');
  }
}

/**
 * The AppError for a failure of the database or its connection; undefined for all other errors. When the connection
 * broke during a commit, the error says that the outcome is unknown.
 */
export function databaseFailure(error: unknown): AppError | undefined {
  const outcome = findOutcome(error);
  if (outcome === undefined) return undefined;
  const busy = unavailable('The service is busy; try again.', 'DATABASE_BUSY', error);
  return outcome === 'undone' ? busy : outcomeUnknown(busy);
}

/**
 * The AppError to answer the current request with; undefined for a bug. One that says that nothing was done becomes an
 * unknown outcome when a part of the request's work is done.
 */
export function answerableError(error: unknown): AppError | undefined {
  const known = isAppError(error) ? error : databaseFailure(error);
  return known !== undefined && hasEffect() ? outcomeUnknown(known) : known;
}

/** Reasons of errors that invite to try again because nothing was done. */
const nothingDone: ReadonlySet<string> = new Set([
  'DATABASE_BUSY',
  'LEDGER_BUSY',
  'SERVICE_UNAVAILABLE',
  'SERVICE_TIMEOUT',
]);

/** The same error for work of which a part is or may be done; it keeps its kind. Other errors stay what they are. */
export function outcomeUnknown(error: AppError): AppError {
  if (!nothingDone.has(error.reason)) return error;
  const { metadata, cause = error } = error;
  const message =
    'It is unknown whether this took effect; repeat it with the same Idempotency-Key, or look before you try again.';
  return error.kind === 'DEADLINE_EXCEEDED'
    ? new AppError({ kind: 'DEADLINE_EXCEEDED', reason: 'DATABASE_OUTCOME_UNKNOWN', message, metadata, cause })
    : new AppError({ kind: 'UNAVAILABLE', reason: 'DATABASE_OUTCOME_UNKNOWN', message, metadata, cause });
}

/** Whether a statement was ended because it took longer than its `statement_timeout`. */
export function isStatementTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { readonly code?: unknown }).code === '57014';
}

/** Looks through causes: knex wraps the pool's timeout, and our own code wraps errors. */
function findOutcome(error: unknown): Outcome | undefined {
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
  return isInTransaction ? isCommit(sql) : canWrite(sql);
}
