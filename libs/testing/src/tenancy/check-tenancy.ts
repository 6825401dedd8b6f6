import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from '@pitanga/database';
import { hasSqlDetails, loadModule } from 'libpg-query';
import { findCaller, here } from './statement-callers';
import { findUnboundTables, type Schema, type TenantTable } from './unbound-tables';

/** The used part of knex's client, which its types leave open. */
interface Client {
  _query: (this: Client, connection: unknown, statement: Statement) => Promise<unknown>;
  queryBuilder: (this: Client) => { _options?: object[] };
  raw: (this: Client, ...args: unknown[]) => { _options?: object[] };
}

interface Statement {
  readonly sql: string;
  readonly options?: { readonly builtAt?: Error };
}

const apps = ['gateway', 'billing', 'subscriptions', 'payouts', 'ledger', 'webhooks'];
/** The column of the store where it is not `store_id`. */
const storeColumns: Readonly<Record<string, string>> = { stores: 'id', audit_chains: 'chain', audit_log: 'chain' };
/** What has no environment is shown in both. */
const sharedTables = ['audit_log'];

/** The tables that a statement leaves open, where it is sent for a tenant and for a store. */
interface OpenTables {
  readonly ofTenant: readonly string[];
  readonly ofStore: readonly string[];
}

const read = new Map<string, OpenTables>();
const leaks = new Set<string>();

/** Throws when statements that were sent since the last call name no tenant. */
export function throwLeaks(): void {
  const found = [...leaks];
  leaks.clear();
  if (found.length > 0) throw new Error(`statements that may touch another tenant's rows:\n${found.join('\n')}`);
}

/**
 * Makes the clients of this process read each statement that they send. One that a repository function sends must name the
 * tenant of each table ({@link findUnboundTables}), unless the function takes a `CrossTenant`.
 */
export async function checkTenancy(db: Pool): Promise<void> {
  const client = (db.client as { constructor: { prototype: Client } }).constructor.prototype;
  if (Object.hasOwn(client, 'queryBuilder')) return;
  const { _query: query, queryBuilder, raw } = client;
  const builtHere = <T extends object>(built: T): T => Object.assign(built, { _options: [{ builtAt: here() }] });
  client.queryBuilder = function build(this: Client) {
    return builtHere(queryBuilder.call(this));
  };
  client.raw = function build(this: Client, ...args) {
    return builtHere(raw.apply(this, args));
  };
  await loadModule();
  const schema = readSchema();
  client._query = async function check(this: Client, connection, statement) {
    noteLeak(statement, schema);
    return query.call(this, connection, statement);
  };
}

function noteLeak({ sql, options }: Statement, schema: Schema): void {
  let open = read.get(sql);
  if (!open) {
    open = readStatement(sql, schema);
    read.set(sql, open);
  }
  if (open.ofTenant.length === 0) return;
  const caller = options?.builtAt ? findCaller(options.builtAt) : { name: 'nothing known', scope: undefined };
  if (!caller || caller.scope === 'CrossTenant') return;
  const found = caller.scope === 'StoreScope' ? open.ofStore : open.ofTenant;
  if (found.length > 0) leaks.add(`${caller.name} reads ${found.join('; ')}:\n${sql}`);
}

function readStatement(sql: string, schema: Schema): OpenTables {
  try {
    const ofTenant = findUnboundTables(sql, schema);
    return { ofTenant, ofStore: ofTenant.length > 0 ? findUnboundTables(sql, withoutEnvironments(schema)) : [] };
  } catch (error) {
    // What is no SQL touches nothing.
    if (hasSqlDetails(error)) return { ofTenant: [], ofStore: [] };
    throw error;
  }
}

/** The tables of all services: the same name means the same owner everywhere. */
function readSchema(): Schema {
  const schema = new Map<string, TenantTable>();
  for (const app of apps) {
    const text = readFileSync(join(__dirname, '..', '..', '..', '..', 'apps', app, 'schema.sql'), 'utf8');
    for (const [, name = '', lines = ''] of text.matchAll(/^create table (\w+) \(\n(.*?)^\)/gms)) {
      const own = [...lines.matchAll(/^ {2}"?(\w+)"? /gm)].map(([, column = '']) => column);
      const columns = [...new Set([...(schema.get(name)?.columns ?? []), ...own])].filter(
        (column) => column !== 'constraint',
      );
      const store = storeColumns[name] ?? 'store_id';
      const owner = [store, ...(sharedTables.includes(name) ? [] : ['dev_mode'])];
      schema.set(name, {
        columns,
        owner: columns.includes(store) ? owner.filter((column) => columns.includes(column)) : [],
      });
    }
  }
  return schema;
}

function withoutEnvironments(schema: Schema): Schema {
  return new Map([...schema].map(([name, { columns, owner }]) => [name, { columns, owner: owner.slice(0, 1) }]));
}
