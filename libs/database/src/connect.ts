import type { Metrics, Stalls } from '@pitanga/runtime';
import knex, { type Knex } from 'knex';
import { measurePool } from './pool-metrics';
import { PostgresClient, type PostgresConfig, type PostgresConnection } from './postgres-client';
import { typeParsers } from './type-parsers';

declare const kind: unique symbol;

/** A pool or a transaction: for a single statement that locks nothing. */
export type Db = Knex & { readonly [kind]: 'pool' | 'transaction' };

/** A pool: each statement commits by itself, and a row lock ends with its statement. */
export type Pool = Knex & { readonly [kind]: 'pool' };

/**
 * An open transaction. What locks rows, writes rows that belong together or appends events takes one, so that the
 * compiler refuses a pool there. Only {@link inTransaction} opens one.
 */
export type Tx = Knex & { readonly [kind]: 'transaction' };

export interface ConnectOptions {
  readonly url: string;
  /** The service's name, for `pg_stat_activity` and the server's log. */
  readonly applicationName: string;
  /** Most connections of this pool. More than 16 over all services make a two-core server slower. */
  readonly poolMax?: number | undefined;
  /** False behind a pooler that keeps no prepared statements: each is parsed and planned anew. @default true */
  readonly preparedStatements?: boolean | undefined;
  /** How long a query waits for a connection, free or new. @default 5000 */
  readonly acquireTimeoutMs?: number | undefined;
  /** Registry for the pool's waits and connections. */
  readonly metrics?: Metrics | undefined;
  /** Notes what made work wait: a pool without a free connection, a slow statement. */
  readonly stalls?: Stalls | undefined;
  /** The label of the pool in them; one registry may have several pools. @default requests */
  readonly poolName?: string | undefined;
}

const poolMaxDefault = 6;
const acquireTimeoutMsDefault = 5_000;
const statementTimeoutMs = 15_000;
const idleInTransactionTimeoutMs = 30_000;

/**
 * A pool on one service's database. Opens nothing until the first query; `await db.destroy()` closes it.
 *
 * Column types: `bigint` is a number (an error past 2^53), `json` its exact text, `jsonb` an object,
 * `timestamptz` a Date, `date` the text YYYY-MM-DD, `numeric` text (so cast `sum(…)::bigint`).
 *
 * Every connection limits a statement to 15 s and an idle transaction to 30 s, so that a stuck caller
 * cannot hold locks. Waiting for a connection fails after `acquireTimeoutMs`.
 *
 * On hot paths a statement is parsed and planned once per connection when it has a name:
 * `db.raw(sql, bindings).options({ name: 'insert_charge' })`. A name belongs to one text for ever;
 * the driver refuses the same name with another text.
 */
export function connect(options: ConnectOptions): Pool {
  const acquireTimeoutMs = options.acquireTimeoutMs ?? acquireTimeoutMsDefault;
  const connection: PostgresConnection = {
    connectionString: options.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: acquireTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    keepAlive: true,
    // Statements of a transaction that are started together are sent together, and run in that order. The driver
    // otherwise sends the next one after the answer to the last.
    pipeline: true,
    // On this pool only: a parser set on the module would change every other user of `pg` in the process.
    types: typeParsers,
  };
  const config: PostgresConfig = {
    client: PostgresClient as unknown as typeof Knex.Client,
    connection,
    pool: { min: 0, max: options.poolMax ?? poolMaxDefault },
    acquireConnectionTimeout: acquireTimeoutMs,
    // Otherwise knex writes the values of a failed statement into the error's message, which is logged.
    compileSqlOnError: false,
    // knex would print a lost idle connection to the console; the pool replaces it, and failing queries reject.
    log: { warn: () => undefined, error: () => undefined },
    preparedStatements: options.preparedStatements,
    stalls: options.stalls,
  };
  const db = knex(config);
  if (options.metrics) measurePool(db, options.poolName ?? 'requests', options.metrics, options.stalls);
  return db as Pool;
}
