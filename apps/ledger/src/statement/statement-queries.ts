import { foldText, mapPage, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import {
  boolean,
  inTransaction,
  selectPage,
  selectScannedPage,
  table,
  text,
  whereGiven,
  type Db,
  type Row,
  type ScannedPageOptions,
} from '@pitanga/database';
import { ofDirection } from './direction-queries';
import type { StatementMethod, StatementEntry, StatementKind, StatementStatus } from './statement';
import { listedColumns, statementEntries } from './statement-repository';

export interface StatementFilter {
  readonly id?: string | undefined;
  readonly status?: StatementStatus | undefined;
  readonly method?: StatementMethod | undefined;
  readonly kind?: StatementKind | undefined;
  /** Any of these; none: every kind. */
  readonly kinds?: readonly StatementKind[] | undefined;
  /** Those that bring money into the account that is read (true), or take it out. */
  readonly isDeposit?: boolean | undefined;
  /** Part of an id, an externalId, the description or the customer's name; ignores case and accents. */
  readonly search?: string | undefined;
  /** Those that change what this sub-account has. */
  readonly subAccountId?: string | undefined;
}

/**
 * Entries that one page of a search may scan: about 50 ms. A trigram index would be faster to search, but tripled the
 * cost of writing a payment (measured with pg_trgm).
 */
const scannedMax = 50_000;

/** Scanned first: a search with many matches fills its page within these, without a query for the end of the scan. */
const scannedFirst = 1_000;

/**
 * One page of a store's statement, newest first.
 *
 * A search scans a bounded number of entries. A page that is not full by then, even an empty one, has a next page whose
 * cursor is the last entry scanned.
 */
export async function listStatement(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: StatementFilter,
  scanMax: number = scannedMax,
): Promise<Page<StatementEntry>> {
  const options = pageOptions(db, tenant, page, filter);
  if (filter.search === undefined || filter.search === '') {
    return mapPage(await selectPage<Row>(db, tenant, options), rowToEntry);
  }
  return inTransaction(db, async (tx) => {
    // When entries of many stores are interleaved, the planner estimates a sequential scan as cheaper than the bounded
    // part of the index.
    await tx.raw('set local enable_seqscan = off');
    const first = await selectScannedPage<Row>(tx, tenant, options, Math.min(scannedFirst, scanMax));
    const isDone = !first.isCut || scanMax <= scannedFirst;
    const found = isDone ? first : await selectScannedPage<Row>(tx, tenant, options, scanMax);
    return mapPage(found.page, rowToEntry);
  });
}

const subAccountEntries = table('sub_account_entries', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  subAccountId: text('sub_account_id'),
  entryId: text('entry_id'),
});

function pageOptions(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  { search, subAccountId, isDeposit, kinds = [], ...exact }: StatementFilter,
): ScannedPageOptions {
  return {
    table: statementEntries.name,
    columns: listedColumns.columns,
    page,
    idKind: 'statementEntry',
    filter: (query) => {
      if (subAccountId !== undefined) {
        void query.whereIn(
          'id',
          subAccountEntries.of(db, tenant).where({ sub_account_id: subAccountId }).select('entry_id'),
        );
      }
      if (isDeposit !== undefined) ofDirection(isDeposit, subAccountId)(query);
      if (kinds.length > 0) void query.whereIn('kind', kinds);
      whereGiven(exact)(query);
      if (search !== undefined && search !== '')
        void query.where('search_text', 'like', `%${escapeLike(foldText(search))}%`);
    },
  };
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function rowToEntry(row: Row): StatementEntry {
  const entry = listedColumns.fromRow(row);
  return { ...entry, updatedAt: entry.updatedAt ?? entry.createdAt };
}
