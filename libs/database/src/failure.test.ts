import { failedPrecondition, AppError } from '@pitanga/core';
import { noteEffect, withRequestContext } from '@pitanga/runtime';
import { answerableError, databaseFailure, noteFailedStatement, noteUnconnected } from './failure';
import { canWrite } from './statement-kinds';

type Outcome = 'undone' | 'unknown' | 'fault';

const coded = (code: string, message = 'some text'): Error => Object.assign(new Error(message), { code });

/** Everything that a statement can fail with while PostgreSQL is away, ends, starts or has run out of something. */
const failures: Readonly<Record<string, { readonly error: () => Error; readonly isKnownUndone?: true }>> = {
  'a reset connection': { error: () => coded('ECONNRESET', 'read ECONNRESET') },
  'a refused connection': { error: () => coded('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432') },
  'an aborted connection': { error: () => coded('ECONNABORTED') },
  'a write to a connection that has ended': { error: () => coded('EPIPE', 'write EPIPE') },
  'a write to a destroyed socket': { error: () => coded('ERR_STREAM_DESTROYED') },
  'a socket that was closed': { error: () => coded('ERR_SOCKET_CLOSED') },
  'a connection that timed out': { error: () => coded('ETIMEDOUT', 'read ETIMEDOUT') },
  'a host that cannot be reached': { error: () => coded('EHOSTUNREACH') },
  'a host that is down': { error: () => coded('EHOSTDOWN') },
  'a network that is down': { error: () => coded('ENETDOWN') },
  'a name that cannot be resolved now': { error: () => coded('EAI_AGAIN') },
  'a broken TLS record': { error: () => coded('EPROTO') },
  'a connection that the server ended': { error: () => new Error('Connection terminated unexpectedly') },
  'a connection that ended here': { error: () => new Error('Connection terminated') },
  'a connection that could not be made in time': { error: () => new Error('timeout expired') },
  'a query without an answer in time': { error: () => new Error('Query read timeout') },
  'a connection that is known to be broken': {
    error: () => new Error('Client has encountered a connection error and is not queryable'),
    isKnownUndone: true,
  },
  'a connection that was closed': {
    error: () => new Error('Client was closed and is not queryable'),
    isKnownUndone: true,
  },
  ...Object.fromEntries(
    Object.entries({
      '08000': 'connection_exception',
      '08001': 'sqlclient_unable_to_establish_sqlconnection',
      '08003': 'connection_does_not_exist',
      '08004': 'sqlserver_rejected_establishment_of_sqlconnection',
      '08006': 'connection_failure',
      '08P01': 'protocol_violation, as PgBouncer reports a server that went away',
      '25P03': 'idle_in_transaction_session_timeout',
      '25P04': 'transaction_timeout',
      '40003': 'statement_completion_unknown',
      '57P01': 'admin_shutdown',
      '57P02': 'crash_shutdown',
      '57P03': 'cannot_connect_now',
      '57P04': 'database_dropped',
      '57P05': 'idle_session_timeout',
    }).map(([state, name]) => [`${state} ${name}`, { error: () => coded(state) }]),
  ),
  ...Object.fromEntries(
    Object.entries({
      '25006': 'read_only_sql_transaction',
      '40001': 'serialization_failure',
      '40P01': 'deadlock_detected',
      '53000': 'insufficient_resources',
      '53100': 'disk_full',
      '53200': 'out_of_memory',
      '53300': 'too_many_connections',
      '55P03': 'lock_not_available',
      '57014': 'query_canceled',
      '58000': 'system_error',
      '58030': 'io_error',
    }).map(([state, name]) => [`${state} ${name}`, { error: () => coded(state), isKnownUndone: true as const }]),
  ),
};

/** What a statement itself is to blame for, or the schema: no repeat helps. */
const faults = [
  '22003',
  '22P02',
  '23502',
  '23503',
  '23505',
  '23514',
  '25P02',
  '26000',
  '42601',
  '42703',
  '42P01',
  'XX001',
];

function outcomeOf(error: Error): Outcome {
  const shown = databaseFailure(error);
  if (shown === undefined) return 'fault';
  expect(shown.kind).toBe('UNAVAILABLE');
  return shown.reason === 'DATABASE_BUSY' ? 'undone' : 'unknown';
}

function failed(error: Error, sql: string, isInTransaction: boolean): Error {
  noteFailedStatement(error, sql, isInTransaction);
  return error;
}

describe.each(Object.entries(failures))('%s', (_, { error, isKnownUndone }) => {
  const unlessUndone = isKnownUndone === true ? 'undone' : 'unknown';

  it('is never a fault of ours, and has done nothing where nothing could be committed', () => {
    expect(outcomeOf(failed(error(), 'select 1', false))).toBe('undone');
    expect(outcomeOf(failed(error(), 'insert into things values (1)', true))).toBe('undone');
    expect(outcomeOf(failed(error(), 'ROLLBACK', true))).toBe('undone');
    expect(outcomeOf(failed(error(), 'BEGIN;', true))).toBe('undone');
  });

  it('leaves open what became of a statement that commits, unless the server undid it', () => {
    expect(outcomeOf(failed(error(), 'COMMIT;', true))).toBe(unlessUndone);
    expect(outcomeOf(failed(error(), 'insert into things values (1)', false))).toBe(unlessUndone);
    expect(outcomeOf(failed(error(), 'with one as (delete from things) select 1', false))).toBe(unlessUndone);
  });

  it('leaves it open after an earlier commit of the same work', () => {
    const shown = withRequestContext({ requestId: 'req_1', isRead: false }, () => {
      noteEffect();
      return answerableError(failed(error(), 'select 1', false));
    });
    expect(shown).toMatchObject({ kind: 'UNAVAILABLE', reason: 'DATABASE_OUTCOME_UNKNOWN' });
  });
});

it('is no connection at all, whatever the pool or the server says', () => {
  for (const error of [new Error('aborted'), coded('28P01'), coded('3D000'), coded('53300'), coded('ENOTFOUND')]) {
    noteUnconnected(error);
    expect(outcomeOf(error)).toBe('undone');
  }
});

it.each(faults)('%s is a fault, which no repeat mends', (state) => {
  expect(outcomeOf(failed(coded(state), 'insert into things values (1)', true))).toBe('fault');
});

describe('a failure with which the server itself ends', () => {
  it.each(['FATAL', 'PANIC'])('leaves it open whether the commit that it was writing is there (%s)', (severity) => {
    for (const state of ['53100', '58030', '57014']) {
      const error = Object.assign(coded(state), { severity });
      expect(outcomeOf(failed(error, 'COMMIT;', true))).toBe('unknown');
      expect(outcomeOf(failed(error, 'insert into things values (1)', true))).toBe('undone');
    }
  });
});

describe('an error that says that nothing was done', () => {
  const tryAgain = ['DATABASE_BUSY', 'LEDGER_BUSY', 'SERVICE_UNAVAILABLE', 'SERVICE_TIMEOUT'].map(
    (reason) => new AppError({ kind: 'DEADLINE_EXCEEDED', reason, message: 'Try again.' }),
  );
  const answered = (error: Error, isRead: boolean, work: () => void) =>
    withRequestContext({ requestId: 'req_1', isRead }, () => {
      work();
      return answerableError(error);
    });

  it('is told as an unknown outcome, with its kind, once a part of the work is done', () => {
    for (const error of tryAgain) {
      expect(answered(error, false, noteEffect)).toMatchObject({
        kind: error.kind,
        reason: 'DATABASE_OUTCOME_UNKNOWN',
      });
      expect(answered(error, false, () => undefined)).toBe(error);
    }
  });

  it('is told as it is to who only reads, and a refusal to everybody', () => {
    for (const error of tryAgain) expect(answered(error, true, noteEffect)).toBe(error);
    const refusal = failedPrecondition('no money', 'INSUFFICIENT_FUNDS');
    expect(answered(refusal, false, noteEffect)).toBe(refusal);
  });
});

it('knows which statements can change rows', () => {
  const reads = [
    'select id from things for update',
    'with one as (select 1) select * from one for update',
    'with one as (select id from things for no key update skip locked) select id from one',
    `set local lock_timeout = '1s'`,
    'BEGIN;',
    'savepoint s',
    'COMMIT;',
  ];
  const writes = [
    'insert into things values (1)',
    'update things set id = 2',
    'delete from things',
    'with one as (select 1) update things set id = 2',
    'with one as (insert into things values (1) returning id) select id from one',
    'with one as (delete from things) select 1',
  ];
  expect(reads.filter(canWrite)).toEqual([]);
  expect(writes.filter((sql) => !canWrite(sql))).toEqual([]);
});
