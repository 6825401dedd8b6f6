import type { Owned } from '@pitanga/core';
import { boolean, table, text, type Row } from './table';

const keys = table('keys', { storeId: text('store_id'), devMode: boolean('dev_mode'), id: text('id') });

/**
 * Rows of many tenants by their ids, in one statement: `select … from ${ownedIdsSql('k')} join charges c on
 * ${isOwnedBy('c', 'k')}`. Bind {@link ownedIds}.
 */
export function ownedIdsSql(alias: string): string {
  return keys.unnestSql(alias, 'owned_');
}

/** That a row is one of the keys; `column` is where the row has its id. */
export function isOwnedBy(row: string, key: string, column = 'id'): string {
  return `${row}.${column} = ${key}.id and ${row}.store_id = ${key}.store_id and ${row}.dev_mode = ${key}.dev_mode`;
}

/** Each id once, in the order of the ids: transactions that lock the same rows wait for each other and never deadlock. */
export function ownedIds(rows: readonly Owned<{ readonly id: string }>[]): Row {
  const byId = new Map(rows.map(({ tenant: { storeId, devMode }, id }) => [id, { storeId, devMode, id }]));
  const sorted = [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  return keys.toArrays(sorted, { prefix: 'owned_' });
}
