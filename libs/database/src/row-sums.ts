import type { PageRequest, Tenant } from '@pitanga/core';
import type { Db } from './connect';
import { itemsQuery, type PageOptions } from './page-query';

/** What rows of a list come to together. */
export interface RowSums {
  /** At most what was asked for. */
  readonly count: number;
  /** Whether the list has more. */
  readonly isCut: boolean;
  /** The sum of each column, 0 of none. */
  readonly sums: Readonly<Record<string, number>>;
}

/** Counts and sums the first rows of a list, at most `rowsMax` of them. */
export async function sumRows(
  db: Db,
  tenant: Tenant,
  options: Omit<PageOptions, 'page'> & { readonly page: Omit<PageRequest, 'limit'> },
  rowsMax: number,
): Promise<RowSums> {
  const { columns, page } = options;
  const listed = itemsQuery(db, tenant, { ...options, page: { ...page, limit: rowsMax } }, undefined);
  const counted = db.select('*', db.raw('row_number() over () as nth')).from(listed.as('listed')).as('counted');
  const sums = columns.map((name) =>
    db.raw('coalesce(sum(??) filter (where nth <= ?), 0)::bigint as ??', [name, rowsMax, name]),
  );
  const [row = {}] = (await db.from(counted).select(db.raw('count(*)::int as rows_counted'), ...sums)) as Record<
    string,
    number
  >[];
  const { rows_counted: count = 0, ...rest } = row;
  return { count: Math.min(count, rowsMax), isCut: count > rowsMax, sums: rest };
}
