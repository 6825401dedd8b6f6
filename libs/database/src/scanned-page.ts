import type { IdKind, Page, Tenant } from '@pitanga/core';
import type { Knex } from 'knex';
import type { Db } from './connect';
import { selectPage } from './page';
import {
  beyond,
  inOrder,
  ofTenant,
  orderColumns,
  readCursor,
  sortDirection,
  union,
  whereIdInDates,
  wherePlace,
  type Filter,
  type PageOptions,
} from './page-query';

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
  const isDescending = sortDirection(options, readCursor(options.page)) === 'desc';
  const end = await findScanEnd(db, tenant, options, scanMax);
  const filter: Filter = (query) => {
    options.filter?.(query);
    if (end !== undefined) wherePlace(db, tenant, query, options, isDescending ? '>=' : '<=', end);
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
  const order = sortDirection(options, cursor);
  const part = (filter?: Filter): Knex.QueryBuilder => {
    const query = ofTenant(db, tenant, options);
    filter?.(query);
    // Dates are no range of an index that begins with another column: rows of other dates are scanned too.
    if (options.leadingColumn === undefined) whereIdInDates(query, options);
    return beyond(db, tenant, query, options, cursor);
  };
  const { parts = [] } = options;
  const columns = [...new Set(['id', ...orderColumns(options)])];
  const scanned: Knex.QueryBuilder =
    parts.length < 2
      ? part(parts[0])
      : inOrder(
          db.from(
            union(
              db,
              options,
              parts.map((filter) =>
                part(filter)
                  .select(columns)
                  .limit(scanMax + 1),
              ),
            ),
          ),
          options,
          order,
        );
  const rows = (await scanned
    .offset(scanMax - 1)
    .limit(2)
    .select('id')) as { readonly id: string }[];
  return rows.length === 2 ? rows[0]?.id : undefined;
}
