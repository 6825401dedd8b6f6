import { foldText, idPrefixes, mapPage, toBase62, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { inTransaction, selectPage, type Db, type Row } from '@pitanga/database';
import type { PaymentMethod, StatementEntry, StatementKind, StatementStatus } from './statement';
import { listedColumns, statementEntries } from './statement-repository';

export interface StatementFilter {
  readonly status?: StatementStatus | undefined;
  readonly method?: PaymentMethod | undefined;
  readonly kind?: StatementKind | undefined;
  /** Part of an id, an externalId, the description or the customer's name; ignores case and accents. */
  readonly search?: string | undefined;
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
  if (filter.search === undefined || filter.search === '') return selectEntries(db, tenant, page, filter);
  return inTransaction(db, async (tx) => {
    // When entries of many stores are interleaved, the planner estimates a sequential scan as cheaper than the bounded
    // part of the index.
    await tx.raw('set local enable_seqscan = off');
    const first = await searchEntries(tx, tenant, page, filter, Math.min(scannedFirst, scanMax));
    if (first.end === undefined || scanMax <= scannedFirst) return searchedPage(page, first);
    return searchedPage(page, await searchEntries(tx, tenant, page, filter, scanMax));
  });
}

interface SearchResult {
  readonly found: Page<StatementEntry>;
  /** The last entry scanned; undefined when the page is full or the list ended. */
  readonly end: string | undefined;
}

async function searchEntries(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: StatementFilter,
  scanMax: number,
): Promise<SearchResult> {
  const end = await findSearchEnd(db, tenant, page, scanMax);
  const found = await selectEntries(db, tenant, page, filter, end);
  const isFull = page.before === undefined ? found.hasMore : found.before !== undefined;
  return { found, end: isFull ? undefined : end };
}

/** The next page of a search continues after the last entry scanned. */
function searchedPage({ before }: PageRequest, { found, end }: SearchResult): Page<StatementEntry> {
  if (end === undefined) return found;
  return before === undefined ? { ...found, hasMore: true, next: end } : { ...found, before: end };
}

/** @param end the last entry that a search may scan */
async function selectEntries(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  { search, ...exact }: StatementFilter,
  end?: string,
): Promise<Page<StatementEntry>> {
  const found = await selectPage<Row>(db, tenant, {
    table: statementEntries.name,
    columns: listedColumns.columns,
    page,
    idKind: 'statementEntry',
    filter: (query) => {
      for (const [column, value] of Object.entries(exact)) if (value !== undefined) void query.where(column, value);
      if (search !== undefined && search !== '')
        void query.where('search_text', 'like', `%${escapeLike(foldText(search))}%`);
      if (end !== undefined) void query.where('id', page.before === undefined ? '>=' : '<=', end);
    },
  });
  return mapPage(found, rowToEntry);
}

/** The last entry that a page of a search may scan; undefined when the list ends before it. An index-only scan. */
async function findSearchEnd(
  db: Db,
  tenant: Tenant,
  { after, before, createdFrom, createdTo }: PageRequest,
  scanMax: number,
): Promise<string | undefined> {
  const isBackwards = before !== undefined;
  const query = statementEntries.of(db, tenant);
  const from = isBackwards ? before : after;
  // PostgreSQL refuses text with a NUL; selectPage refuses such a cursor with INVALID_ARGUMENT.
  if (from?.includes('\0') === true) return undefined;
  if (from !== undefined) void query.where('id', isBackwards ? '>' : '<', from);
  if (createdTo && !isBackwards) void query.where('id', '<', idAt(createdTo, idToleranceMs));
  const rows = await query
    .orderBy('id', isBackwards ? 'asc' : 'desc')
    .offset(scanMax - 1)
    .limit(2)
    .select<{ readonly id: string }[]>('id');
  const end = rows.length === 2 ? rows[0]?.id : undefined;
  const isPast = end !== undefined && createdFrom && !isBackwards && end < idAt(createdFrom, -idToleranceMs);
  return isPast === true ? undefined : end;
}

/** How far the time in an id may be from the `created_at` of its entry. */
const idToleranceMs = 60_000;

/** The lower bound of ids made at an instant. */
function idAt(at: Date, shiftMs: number): string {
  return `${idPrefixes.statementEntry}_${toBase62(Math.max(0, at.getTime() + shiftMs), 9)}`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function rowToEntry(row: Row): StatementEntry {
  const entry = listedColumns.fromRow(row);
  return { ...entry, updatedAt: entry.updatedAt ?? entry.createdAt };
}
