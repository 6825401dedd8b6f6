import type { Page, Tenant } from '@pitanga/core';
import type { Knex } from 'knex';
import type { Db } from './connect';
import {
  cursorNotFound,
  inOrder,
  itemsQuery,
  listQuery,
  ofTenant,
  readCursor,
  sortDirection,
  union,
  wherePlace,
  type Cursor,
  type Filter,
  type PageOptions,
} from './page-query';

const limitMax = 1_000;

/**
 * One page of a list, newest first (unless `isOldestFirst`), by keyset on the id: its cost does not grow with the list, and
 * concurrent inserts and deletes neither repeat nor hide items. `after` selects the items older than that id, `before` the
 * nearest newer ones. `createdFrom` is inclusive, `createdTo` exclusive.
 *
 * @throws AppError INVALID_ARGUMENT for both cursors at once, or one that is not the id of an item of this list.
 */
export async function selectPage<Row extends object>(
  db: Db,
  tenant: Tenant,
  options: PageOptions,
): Promise<Page<Row & { id: string }>> {
  const { page } = options;
  if (!Number.isInteger(page.limit) || page.limit < 1 || page.limit > limitMax) {
    throw new RangeError(`a page holds 1 to ${String(limitMax)} items, not ${String(page.limit)}`);
  }
  const cursor = readCursor(page);
  const opposite = cursor ? await itemsOnOtherSide(db, tenant, options, cursor) : false;
  const items = (await itemsQuery(db, tenant, options, cursor)) as (Row & { id: string })[];
  const more = items.length > page.limit;
  if (more) items.pop();
  if (cursor?.name === 'before') return buildPage(items.reverse(), opposite, more);
  return buildPage(items, more, opposite);
}

function buildPage<Item extends { id: string }>(
  items: readonly Item[],
  further: boolean,
  earlier: boolean,
): Page<Item> {
  const next = further ? items.at(-1)?.id : undefined;
  return { items, hasMore: next !== undefined, next, before: earlier ? items.at(0)?.id : undefined };
}

/**
 * Refuses a cursor of no row of this list; returns whether there are items at or beyond it, on the other side of the
 * page.
 */
async function itemsOnOtherSide(db: Db, tenant: Tenant, options: PageOptions, cursor: Cursor): Promise<boolean> {
  const known = ofTenant(db, tenant, options).select(db.raw('1')).where('id', cursor.id);
  // PostgreSQL refuses NUL in a text: such a cursor is not an id.
  const { rows } = cursor.id.includes('\0')
    ? { rows: [] }
    : await db.raw<{ rows: { known: boolean; other: boolean }[] }>(
        'select exists (?) as known, (?) is not null as other',
        [known, nearestOnOtherSide(db, tenant, options, cursor)],
      );
  if (rows[0]?.known !== true) throw cursorNotFound(cursor);
  return rows[0].other;
}

/**
 * Selects the item itself or the nearest one. Not `exists`, for which PostgreSQL ignores the order and may read the
 * table from its beginning.
 */
function nearestOnOtherSide(db: Db, tenant: Tenant, options: PageOptions, cursor: Cursor): Knex.QueryBuilder {
  const isTowardsNewer = sortDirection(options, cursor) === 'desc';
  const [operator, order] = isTowardsNewer ? (['>=', 'asc'] as const) : (['<=', 'desc'] as const);
  const part = (filter?: Filter): Knex.QueryBuilder => {
    const query = listQuery(db, tenant, options, filter).select('id');
    wherePlace(db, tenant, query, options, operator, cursor.id);
    return inOrder(query, options, order).limit(1);
  };
  const parts = options.parts ?? [];
  if (parts.length < 2) return part(parts[0]);
  return db
    .select('id')
    .from(union(db, options, parts.map(part)))
    .limit(1);
}
