import type { Writable } from 'node:stream';
import type { Stalls } from '@pitanga/runtime';
import knex, { type Knex } from 'knex';
import { noteFailedStatement, noteUnconnected } from './failure';
import { noteSent } from './outbox-wakes';
import { noteWritten } from './statement-kinds';

interface Statement {
  readonly sql: string;
  /** What a builder's `options` gave the driver. */
  readonly options?: { readonly name?: string | undefined };
}

export interface PostgresConfig extends Knex.Config {
  /** False makes no statement a prepared one. */
  readonly preparedStatements?: boolean | undefined;
  /** Notes slow statements. */
  readonly stalls?: Stalls | undefined;
}

/** What the driver is given; knex does not know all of it. */
export interface PostgresConnection extends Knex.PgConnectionConfig {
  readonly pipeline: boolean;
}

/** The used part of knex's dialect, which its types leave open. */
interface Dialect extends Knex.Client {
  readonly config: PostgresConfig;
  /** Set for the client of a transaction. */
  readonly transacting?: boolean;
  acquireConnection(): Promise<unknown>;
  _query(connection: unknown, statement: Statement): Promise<unknown>;
}

/** From an instance that opens no connection, because knex does not export the class. */
const { constructor: Postgres } = knex({ client: 'pg' }).client as {
  readonly constructor: new (config: Knex.Config) => Dialect;
};

/**
 * knex for PostgreSQL that records failures (failure.ts), effects of the request (statement-kinds.ts) and events that wait
 * for the relay (outbox-wakes.ts).
 */
export class PostgresClient extends Postgres {
  override async acquireConnection(): Promise<unknown> {
    try {
      return await super.acquireConnection();
    } catch (error) {
      noteUnconnected(error);
      throw error;
    }
  }

  override async _query(connection: unknown, statement: Statement): Promise<unknown> {
    const startedMs = performance.now();
    try {
      const sent = this.config.preparedStatements === false ? unnamed(statement) : statement;
      sendTogether(connection as Connection);
      const answer = await super._query(connection, sent);
      noteSent(this, statement.sql, this.transacting === true);
      noteWritten(this, statement.sql, this.transacting === true);
      return answer;
    } catch (error) {
      noteFailedStatement(error, statement.sql, this.transacting === true);
      throw error;
    } finally {
      this.config.stalls?.note('statement', performance.now() - startedMs, { statement: describe(statement) });
    }
  }
}

/** The used part of the driver's connection. */
interface Connection {
  readonly connection: { readonly stream: Pick<Writable, 'cork' | 'uncork'> };
}

/**
 * Statements that are started in the same turn are sent in one packet: each one of its own costs a system call here, and
 * wakes the server.
 */
function sendTogether({ connection: { stream } }: Connection): void {
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
  });
}

/** A statement's name, or how its text begins, which has no values. */
function describe({ sql, options }: Statement): string {
  return options?.name ?? sql.replace(/\s+/g, ' ').trim().slice(0, 120);
}

/** Without a name the driver parses it anew, and no connection has to have seen it before. */
function unnamed(statement: Statement): Statement {
  return { ...statement, options: { ...statement.options, name: undefined } };
}
