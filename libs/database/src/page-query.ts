import {
  idPrefixes,
  idTime,
  invalidArgument,
  type AppError,
  type IdKind,
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
  /** A row may be in several of the parts; it is listed once. */
  readonly partsOverlap?: boolean | undefined;
  /** The other way round: `after` then leads to newer rows. */
  readonly isOldestFirst?: boolean | undefined;
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
  /**
   * A column by whose value rows come before `sortColumn` decides among equals, in the same direction: an amount. Needs
   * an index `(store_id, dev_mode, <column>, <sortColumn>)`. A row's value should never change.
   */
  readonly leadingColumn?: string | undefined;
  /** The instant that `createdFrom` and `createdTo` mean; `created_at` unless a table calls it otherwise. */
  readonly timeColumn?: string | undefined;
}

const idSuffixLength = 24;
/** How far the time in an id may be from its row's `created_at`. */
const idTimeToleranceMs = 60_000;

export interface Cursor {
  readonly name: 'after' | 'before';
  readonly id: string;
}

export function sortDirection({ isOldestFirst = false }: PageOptions, cursor: Cursor | undefined): 'asc' | 'desc' {
  return isOldestFirst === (cursor?.name === 'before') ? 'desc' : 'asc';
}

/** The rows of `query` beyond the cursor, the nearest first. */
export function beyond(
  db: Db,
  tenant: Tenant,
  query: Knex.QueryBuilder,
  options: PageOptions,
  cursor: Cursor | undefined,
): Knex.QueryBuilder {
  const order = sortDirection(options, cursor);
  if (cursor) wherePlace(db, tenant, query, options, order === 'desc' ? '<' : '>', cursor.id);
  return inOrder(query, options, order);
}

/** Keeps the rows that stand in the order of the list as `operator` says to the row `id`, which exists. */
export function wherePlace(
  db: Db,
  tenant: Tenant,
  query: Knex.QueryBuilder,
  options: PageOptions,
  operator: '<' | '<=' | '>' | '>=',
  id: string,
): void {
  const sort = sortColumnName(options);
  const { leadingColumn } = options;
  if (leadingColumn === undefined) {
    query.where(sort, operator, sortKey(options, id));
    return;
  }
  const value = ofTenant(db, tenant, options).select(leadingColumn).where({ id });
  query.whereRaw(`(??, ??) ${operator} ((?), ?)`, [leadingColumn, sort, value, sortKey(options, id)]);
}

/** The columns that order a list. */
export function orderColumns(options: PageOptions): readonly string[] {
  const sort = sortColumnName(options);
  return options.leadingColumn === undefined ? [sort] : [options.leadingColumn, sort];
}

export function inOrder(query: Knex.QueryBuilder, options: PageOptions, order: 'asc' | 'desc'): Knex.QueryBuilder {
  return query.orderBy(orderColumns(options).map((column) => ({ column, order })));
}

/** @throws AppError INVALID_ARGUMENT for both cursors at once */
export function readCursor({ after, before }: Pick<PageRequest, 'after' | 'before'>): Cursor | undefined {
  if (after !== undefined && before !== undefined) {
    throw invalidArgument("Properties 'after' and 'before' cannot be used together");
  }
  if (after !== undefined) return { name: 'after', id: after };
  return before === undefined ? undefined : { name: 'before', id: before };
}

/** The cursor is the id of no row of the list. */
export function cursorNotFound({ name }: Cursor): AppError {
  return invalidArgument(`Property '${name}' should be the id of an item of this list`);
}

export function itemsQuery(
  db: Db,
  tenant: Tenant,
  options: PageOptions,
  cursor: Cursor | undefined,
): Knex.QueryBuilder {
  const order = sortDirection(options, cursor);
  const limit = options.page.limit + 1;
  const columns = [...new Set(['id', ...options.columns])];
  const part = (filter?: Filter): Knex.QueryBuilder =>
    beyond(db, tenant, listQuery(db, tenant, options, filter), options, cursor).limit(limit);
  const parts = options.parts ?? [];
  if (parts.length < 2) return part(parts[0]).select(columns);
  // Merges ids only, and reads the rows by them: planning all columns of each part would take longer than the rest.
  const ids = union(
    db,
    options,
    parts.map((filter) => part(filter).select([...new Set(['id', ...orderColumns(options)])])),
  );
  const merged = inOrder(db.select('id').from(ids), options, order).limit(limit);
  const listed = ofTenant(db, tenant, options).select(columns).whereRaw('id = any(array(?))', [merged]);
  return inOrder(listed, options, order);
}

/** Parentheses keep each part's order and limit. */
export function union(
  db: Db,
  { partsOverlap = false }: PageOptions,
  parts: readonly Knex.QueryBuilder[],
): Knex.QueryBuilder {
  return (partsOverlap ? db.union([...parts], true) : db.unionAll([...parts], true)).as('list');
}

function sortColumnName({ sortColumn = 'id' }: PageOptions): string {
  return sortColumn;
}

function sortKey({ sortColumn }: PageOptions, id: string): string {
  return sortColumn === undefined ? id : id.slice(-idSuffixLength);
}

/** The tenant's rows of this list. */
export function ofTenant(db: Db, tenant: Tenant, { table, cursorFilter }: PageOptions): Knex.QueryBuilder {
  const query = db(table).where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
  cursorFilter?.(query);
  return query;
}

/** The filtered rows, of one part if given. */
export function listQuery(db: Db, tenant: Tenant, options: PageOptions, part?: Filter): Knex.QueryBuilder {
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
export function whereIdInDates(query: Knex.QueryBuilder, options: PageOptions): void {
  const { page, sortColumn, idKind, idEarlierMsMax = idTimeToleranceMs } = options;
  const prefix = sortColumn !== undefined ? '' : idKind && `${idPrefixes[idKind]}_`;
  if (prefix === undefined) return;
  const bound = (at: Date, toleranceMs: number): string => prefix + idTime(at.getTime() + toleranceMs);
  if (page.createdFrom) query.where(sortColumn ?? 'id', '>=', bound(page.createdFrom, -idEarlierMsMax));
  if (page.createdTo) query.where(sortColumn ?? 'id', '<', bound(page.createdTo, idTimeToleranceMs));
}
