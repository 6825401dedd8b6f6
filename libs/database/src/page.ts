import {
  idPrefixes,
  invalidArgument,
  toBase62,
  type IdKind,
  type Page,
  type PageRequest,
  type Tenant,
} from '@pitanga/core';
import type { Knex } from 'knex';
import type { Db } from './connect';

/** A condition on the rows of a list. */
export type Filter = (query: Knex.QueryBuilder) => void;

export interface PageOptions {
  readonly table: string;
  readonly columns: readonly string[];
  readonly page: PageRequest;
  /** What the caller asked for: status, method, customer. */
  readonly filter?: Filter | undefined;
  /**
   * For a filter that names several values of an indexed column: the list as parts without a common row, each of which
   * an index gives in order, so that a page reads a page of each and never a list's worth of other rows. At most about
   * thirty: every part is planned on its own (0.2 ms). `filter` applies to each. Absent or empty means one part.
   */
  readonly parts?: readonly Filter[] | undefined;
  /**
   * Which rows of the table this list is about at all (`kind = 'TRANSFER'`): applied to the items, and a cursor
   * outside it is refused as one of another kind. `filter` is not applied to cursors: the item a caller stopped at
   * may have changed its status or been deleted since.
   */
  readonly cursorFilter?: Filter | undefined;
  /**
   * Kind of the table's ids: lets a date range in the far past start at the right place of the index. Only where an id
   * is made from the row's `created_at` (within a minute, or `idEarlierMsMax`); `sortColumn` supposes the same.
   */
  readonly idKind?: IdKind | undefined;
  /** Where an id may be made longer before its row: by how much at most. A page reads that much more of the index. */
  readonly idEarlierMsMax?: number | undefined;
  /**
   * For a table whose ids have several prefixes (charges), where they do not sort by creation: the column that
   * holds an id's last 24 characters, `text generated always as (right(id, 24)) stored`, with its own index
   * `(store_id, dev_mode, <column> desc)`.
   */
  readonly sortColumn?: string | undefined;
}

const limitMax = 1_000;
const idTimeLength = 9;
const idSuffixLength = 24;
/** How far an id's own time may be from its row's `created_at`. */
const idTimeToleranceMs = 60_000;

/**
 * One page of a list, newest first, by keyset on the id: its cost does not grow with the list, and items that
 * arrive or vanish meanwhile neither repeat nor hide others. `after` gives the items older than that id, `before`
 * the nearest newer ones. `createdFrom` is inclusive, `createdTo` exclusive.
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
  const cursor = cursorOf(page);
  const opposite = cursor ? await itemsOnOtherSide(db, tenant, options, cursor) : false;
  const items = (await itemsQuery(db, tenant, options, cursor)) as (Row & { id: string })[];
  const more = items.length > page.limit;
  if (more) items.pop();
  if (cursor?.name === 'before') return pageOf(items.reverse(), opposite, more);
  return pageOf(items, more, opposite);
}

interface Cursor {
  readonly name: 'after' | 'before';
  readonly id: string;
}

function cursorOf({ after, before }: PageRequest): Cursor | undefined {
  if (after !== undefined && before !== undefined) {
    throw invalidArgument("Properties 'after' and 'before' cannot be used together");
  }
  if (after !== undefined) return { name: 'after', id: after };
  return before === undefined ? undefined : { name: 'before', id: before };
}

function pageOf<Item extends { id: string }>(items: readonly Item[], further: boolean, earlier: boolean): Page<Item> {
  const next = further ? items.at(-1)?.id : undefined;
  return { items, hasMore: next !== undefined, next, before: earlier ? items.at(0)?.id : undefined };
}

function itemsQuery(db: Db, tenant: Tenant, options: PageOptions, cursor: Cursor | undefined): Knex.QueryBuilder {
  const sort = options.sortColumn ?? 'id';
  const order = cursor?.name === 'before' ? 'asc' : 'desc';
  const limit = options.page.limit + 1;
  const columns = [...new Set(['id', ...options.columns])];
  const part = (filter?: Filter): Knex.QueryBuilder => {
    const query = listQuery(db, tenant, options, filter);
    if (cursor) query.where(sort, cursor.name === 'after' ? '<' : '>', sortKey(options, cursor));
    return query.orderBy(sort, order).limit(limit);
  };
  const parts = options.parts ?? [];
  if (parts.length < 2) return part(parts[0]).select(columns);
  // Only ids are merged, and the rows read by them: planning all columns of each part would take longer than the rest.
  const ids = unionOf(
    db,
    parts.map((filter) => part(filter).select([...new Set(['id', sort])])),
  );
  return ofTenant(db, tenant, options)
    .select(columns)
    .whereRaw('id = any(array(?))', [db.select('id').from(ids).orderBy(sort, order).limit(limit)])
    .orderBy(sort, order);
}

/** Refuses a cursor that is no row of this list; answers whether items exist at or beyond it, on the side the page turns its back to. */
async function itemsOnOtherSide(db: Db, tenant: Tenant, options: PageOptions, cursor: Cursor): Promise<boolean> {
  const known = ofTenant(db, tenant, options).select(db.raw('1')).where('id', cursor.id);
  // PostgreSQL refuses a NUL in any text: such a cursor is simply not an id.
  const { rows } = cursor.id.includes('\0')
    ? { rows: [] }
    : await db.raw<{ rows: { known: boolean; other: boolean }[] }>(
        'select exists (?) as known, (?) is not null as other',
        [known, nearestOnOtherSide(db, tenant, options, cursor)],
      );
  if (rows[0]?.known !== true)
    throw invalidArgument(`Property '${cursor.name}' should be the id of an item of this list`);
  return rows[0].other;
}

/**
 * The item itself or the nearest one, and no `exists`: that ignores the order, and PostgreSQL then reads the table from
 * its beginning, sure to meet such a row soon.
 */
function nearestOnOtherSide(db: Db, tenant: Tenant, options: PageOptions, cursor: Cursor): Knex.QueryBuilder {
  const sort = options.sortColumn ?? 'id';
  const [operator, order] = cursor.name === 'after' ? (['>=', 'asc'] as const) : (['<=', 'desc'] as const);
  const part = (filter?: Filter): Knex.QueryBuilder =>
    listQuery(db, tenant, options, filter)
      .select('id')
      .where(sort, operator, sortKey(options, cursor))
      .orderBy(sort, order)
      .limit(1);
  const parts = options.parts ?? [];
  if (parts.length < 2) return part(parts[0]);
  return db
    .select('id')
    .from(unionOf(db, parts.map(part)))
    .limit(1);
}

/** Brackets around each part keep its order and limit to itself. */
function unionOf(db: Db, parts: readonly Knex.QueryBuilder[]): Knex.QueryBuilder {
  return db.unionAll([...parts], true).as('list');
}

function sortKey({ sortColumn }: PageOptions, { id }: Cursor): string {
  return sortColumn === undefined ? id : id.slice(-idSuffixLength);
}

/** The rows of the tenant that this list is about. */
function ofTenant(db: Db, tenant: Tenant, { table, cursorFilter }: PageOptions): Knex.QueryBuilder {
  const query = db(table).where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
  cursorFilter?.(query);
  return query;
}

/** Of those, the ones the caller asked for; of one part, when given. */
function listQuery(db: Db, tenant: Tenant, options: PageOptions, part?: Filter): Knex.QueryBuilder {
  const { page, sortColumn, idKind, idEarlierMsMax = idTimeToleranceMs } = options;
  const query = ofTenant(db, tenant, options);
  options.filter?.(query);
  part?.(query);
  if (page.createdFrom) query.where('created_at', '>=', page.createdFrom);
  if (page.createdTo) query.where('created_at', '<', page.createdTo);
  // The same range in terms of ids, a little wider, so that the index is entered there and not at the newest row.
  const prefix = sortColumn !== undefined ? '' : idKind && `${idPrefixes[idKind]}_`;
  if (prefix !== undefined) {
    const bound = (at: Date, toleranceMs: number): string =>
      prefix + toBase62(Math.max(0, at.getTime() + toleranceMs), idTimeLength);
    if (page.createdFrom) query.where(sortColumn ?? 'id', '>=', bound(page.createdFrom, -idEarlierMsMax));
    if (page.createdTo) query.where(sortColumn ?? 'id', '<', bound(page.createdTo, idTimeToleranceMs));
  }
  return query;
}
