import knex, { type Knex } from 'knex';
import { noteFailedStatement, noteUnconnected } from './failure';

interface Statement {
  readonly sql: string;
}

/** The used part of knex's dialect, which its types leave open. */
interface Dialect extends Knex.Client {
  /** Set for the client of a transaction. */
  readonly transacting?: boolean;
  acquireConnection(): Promise<unknown>;
  _query(connection: unknown, statement: Statement): Promise<unknown>;
}

/** From an instance that opens no connection, because knex does not export the class. */
const { constructor: Postgres } = knex({ client: 'pg' }).client as {
  readonly constructor: new (config: Knex.Config) => Dialect;
};

/** knex for PostgreSQL that records failures of the database and its connection (see failure.ts). */
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
    try {
      return await super._query(connection, statement);
    } catch (error) {
      noteFailedStatement(error, statement.sql, this.transacting === true);
      throw error;
    }
  }
}
