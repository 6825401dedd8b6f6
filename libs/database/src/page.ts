import {
  idPrefixes,
  idTime,
  invalidArgument,
  type IdKind,
  type Page,
  type PageRequest,
  type Tenant,
} from '@pitanga/core';
import type { Knex } from 'knex';
import type { Db } from './connect';

/** A condition on the rows of a list. */
export type Filter = (query: Knex.QueryBuilder) => void;

/** Keeps rows that have these values in these columns; a column without a value is not asked for. */
export function whereGiven(values: Readonly<Record<string, unknown>>): Filter {
  return (query) => {
    for (const [column, value] of Object.entries(values)) if (value !== undefined) void query.where(column, value);
  };
}

export interface PageOptions {
  readonly table: string;
  readonly columns: readonly string[];
  readonly page: PageRequest;
  /** The caller's filters: status, method, customer. */
  readonly filter?: Filter | undefined;
  /**
   * For a filter with several values of an indexed column: disjoint parts of the list, each of which an index returns
   * in order, so that a page reads one page of each part and no other rows. At most about thirty, since every part is
   * planned separately (0.2 ms). `filter` applies to each. Absent or empty means one part.
   */
  readonly parts?: readonly Filter[] | undefined;
  /**
   * The rows of the table that belong to this list (`kind = 'TRANSFER'`). Applies to items and to cursors: a cursor of
   * another row is refused. `filter` does not apply to cursors, because the item of a cursor may have changed its
   * status or been deleted since.
   */
  readonly cursorFilter?: Filter | undefined;
  /**
   * Kind of the table's ids: lets a date range in the past start at the right place of the index. Only for ids that are
   * generated from the row's `created_at` (within a minute, or `idEarlierMsMax`); `sortColumn` requires the same.
   */
  readonly idKind?: IdKind | undefined;
  /** How much earlier than its row an id may be generated; a page reads that much more of the index. */
  readonly idEarlierMsMax?: number | undefined;
  /**
   * For a table whose ids have several prefixes (charges) and do not sort by creation: the column of an id's last 24
   * characters, `text generated always as (right(id, 24)) stored`, with its own index
   * `(store_id, dev_mode, <column> desc)`.
   */
  readonly sortColumn?: string | undefined;
  /** The instant that `createdFrom` and `createdTo` mean; `created_at` unless a table calls it otherwise. */
  readonly timeColumn?: string | undefined;
}

const limitMax = 1_000;
const idSuffixLength = 24;
/** How far the time in an id may be from its row's `created_at`. */
const idTimeToleranceMs = 60_000;

/**
 * One page of a list, newest first, by keyset on the id: its cost does not grow with the list, and concurrent inserts
 * and deletes neither repeat nor hide items. `after` selects the items older than that id, `before` the nearest newer
 * ones. `createdFrom` is inclusive, `createdTo` exclusive.
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

/** A list whose filter has no index; one of `idKind` and `sortColumn` says how it is ordered by creation. */
export type ScannedPageOptions = PageOptions & ({ readonly idKind: IdKind } | { readonly sortColumn: string });

export interface ScannedPage<Item> {
  readonly page: Page<Item>;
  /** Whether the scan ended before the page was full and before the list ended. */
  readonly isCut: boolean;
}

/**
 * One page of a list whose filter has no index: it looks through at most `scanMax` rows, so that it may be short, even
 * empty, with a further page whose cursor is the last row scanned. It ends where the dates asked for end.
 *
 * @throws AppError INVALID_ARGUMENT like `selectPage`
 */
export async function selectScannedPage<Row extends object>(
  db: Db,
  tenant: Tenant,
  options: ScannedPageOptions,
  scanMax: number,
): Promise<ScannedPage<Row & { id: string }>> {
  const isBackwards = options.page.before !== undefined;
  const end = await findScanEnd(db, tenant, options, scanMax);
  const filter: Filter = (query) => {
    options.filter?.(query);
    if (end !== undefined) query.where(sortColumnName(options), isBackwards ? '<=' : '>=', sortKey(options, end));
  };
  const page = await selectPage<Row>(db, tenant, { ...options, filter });
  const isFull = isBackwards ? page.before !== undefined : page.hasMore;
  if (end === undefined || isFull) return { page, isCut: false };
  return { page: isBackwards ? { ...page, before: end } : { ...page, hasMore: true, next: end }, isCut: true };
}

/** The last row that a page may scan; undefined when the list ends before it. An index-only scan where it is by id. */
async function findScanEnd(
  db: Db,
  tenant: Tenant,
  options: ScannedPageOptions,
  scanMax: number,
): Promise<string | undefined> {
  const cursor = readCursor(options.page);
  // PostgreSQL refuses NUL in a text; selectPage refuses such a cursor with INVALID_ARGUMENT.
  if (cursor?.id.includes('\0') === true) return undefined;
  const sort = sortColumnName(options);
  const order = sortDirection(cursor);
  const part = (filter?: Filter): Knex.QueryBuilder => {
    const query = ofTenant(db, tenant, options);
    filter?.(query);
    whereIdInDates(query, options);
    return beyond(query, options, cursor);
  };
  const { parts = [] } = options;
  const columns = [...new Set(['id', sort])];
  const scanned: Knex.QueryBuilder =
    parts.length < 2
      ? part(parts[0])
      : db
          .from(
            unionAll(
              db,
              parts.map((filter) =>
                part(filter)
                  .select(columns)
                  .limit(scanMax + 1),
              ),
            ),
          )
          .orderBy(sort, order);
  const rows = (await scanned
    .offset(scanMax - 1)
    .limit(2)
    .select('id')) as { readonly id: string }[];
  return rows.length === 2 ? rows[0]?.id : undefined;
}

interface Cursor {
  readonly name: 'after' | 'before';
  readonly id: string;
}

function sortDirection(cursor: Cursor | undefined): 'asc' | 'desc' {
  return cursor?.name === 'before' ? 'asc' : 'desc';
}

/** The rows beyond the cursor, the nearest first. */
function beyond(query: Knex.QueryBuilder, options: PageOptions, cursor: Cursor | undefined): Knex.QueryBuilder {
  const sort = sortColumnName(options);
  if (cursor) query.where(sort, cursor.name === 'after' ? '<' : '>', sortKey(options, cursor.id));
  return query.orderBy(sort, sortDirection(cursor));
}

function readCursor({ after, before }: PageRequest): Cursor | undefined {
  if (after !== undefined && before !== undefined) {
    throw invalidArgument("Properties 'after' and 'before' cannot be used together");
  }
  if (after !== undefined) return { name: 'after', id: after };
  return before === undefined ? undefined : { name: 'before', id: before };
}

function buildPage<Item extends { id: string }>(
  items: readonly Item[],
  further: boolean,
  earlier: boolean,
): Page<Item> {
  const next = further ? items.at(-1)?.id : undefined;
  return { items, hasMore: next !== undefined, next, before: earlier ? items.at(0)?.id : undefined };
}

function itemsQuery(db: Db, tenant: Tenant, options: PageOptions, cursor: Cursor | undefined): Knex.QueryBuilder {
  const sort = sortColumnName(options);
  const order = sortDirection(cursor);
  const limit = options.page.limit + 1;
  const columns = [...new Set(['id', ...options.columns])];
  const part = (filter?: Filter): Knex.QueryBuilder =>
    beyond(listQuery(db, tenant, options, filter), options, cursor).limit(limit);
  const parts = options.parts ?? [];
  if (parts.length < 2) return part(parts[0]).select(columns);
  // Merges ids only, and reads the rows by them: planning all columns of each part would take longer than the rest.
  const ids = unionAll(
    db,
    parts.map((filter) => part(filter).select([...new Set(['id', sort])])),
  );
  return ofTenant(db, tenant, options)
    .select(columns)
    .whereRaw('id = any(array(?))', [db.select('id').from(ids).orderBy(sort, order).limit(limit)])
    .orderBy(sort, order);
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
  if (rows[0]?.known !== true)
    throw invalidArgument(`Property '${cursor.name}' should be the id of an item of this list`);
  return rows[0].other;
}

/**
 * Selects the item itself or the nearest one. Not `exists`, for which PostgreSQL ignores the order and may read the
 * table from its beginning.
 */
function nearestOnOtherSide(db: Db, tenant: Tenant, options: PageOptions, cursor: Cursor): Knex.QueryBuilder {
  const sort = sortColumnName(options);
  const [operator, order] = cursor.name === 'after' ? (['>=', 'asc'] as const) : (['<=', 'desc'] as const);
  const part = (filter?: Filter): Knex.QueryBuilder =>
    listQuery(db, tenant, options, filter)
      .select('id')
      .where(sort, operator, sortKey(options, cursor.id))
      .orderBy(sort, order)
      .limit(1);
  const parts = options.parts ?? [];
  if (parts.length < 2) return part(parts[0]);
  return db
    .select('id')
    .from(unionAll(db, parts.map(part)))
    .limit(1);
}

/** Parentheses keep each part's order and limit. */
function unionAll(db: Db, parts: readonly Knex.QueryBuilder[]): Knex.QueryBuilder {
  return db.unionAll([...parts], true).as('list');
}

function sortColumnName({ sortColumn = 'id' }: PageOptions): string {
  return sortColumn;
}

function sortKey({ sortColumn }: PageOptions, id: string): string {
  return sortColumn === undefined ? id : id.slice(-idSuffixLength);
}

/** The tenant's rows of this list. */
function ofTenant(db: Db, tenant: Tenant, { table, cursorFilter }: PageOptions): Knex.QueryBuilder {
  const query = db(table).where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
  cursorFilter?.(query);
  return query;
}

/** The filtered rows, of one part if given. */
function listQuery(db: Db, tenant: Tenant, options: PageOptions, part?: Filter): Knex.QueryBuilder {
  const { page, timeColumn = 'created_at' } = options;
  const query = ofTenant(db, tenant, options);
  options.filter?.(query);
  part?.(query);
  if (page.createdFrom) query.where(timeColumn, '>=', page.createdFrom);
  if (page.createdTo) query.where(timeColumn, '<', page.createdTo);
  whereIdInDates(query, options);
  return query;
}

/** The dates asked for as a range of ids, a little wider, so that an index scan starts there and not at the newest row. */
function whereIdInDates(query: Knex.QueryBuilder, options: PageOptions): void {
  const { page, sortColumn, idKind, idEarlierMsMax = idTimeToleranceMs } = options;
  const prefix = sortColumn !== undefined ? '' : idKind && `${idPrefixes[idKind]}_`;
  if (prefix === undefined) return;
  const bound = (at: Date, toleranceMs: number): string => prefix + idTime(at.getTime() + toleranceMs);
  if (page.createdFrom) query.where(sortColumn ?? 'id', '>=', bound(page.createdFrom, -idEarlierMsMax));
  if (page.createdTo) query.where(sortColumn ?? 'id', '<', bound(page.createdTo, idTimeToleranceMs));
}
