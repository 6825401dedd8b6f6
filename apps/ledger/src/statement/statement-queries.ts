import { foldText, idPrefixes, mapPage, toBase62, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { inTransaction, selectPage, type Db } from '@pitanga/database';
import {
  type CustomerSnapshot,
  type Movement,
  type PaymentMethod,
  type StatementEntry,
  type StatementKind,
  type StatementStatus,
} from './statement';

export interface StatementFilter {
  readonly status?: StatementStatus | undefined;
  readonly method?: PaymentMethod | undefined;
  readonly kind?: StatementKind | undefined;
  /** Part of an id, an externalId, the description or the customer's name; case and accents do not matter. */
  readonly search?: string | undefined;
}

interface StatementRow {
  readonly id: string;
  readonly kind: StatementKind;
  readonly status: StatementStatus;
  readonly method: PaymentMethod | null;
  readonly description: string | null;
  readonly movements: readonly Movement[];
  readonly checkout_id: string | null;
  readonly charge_id: string | null;
  readonly reference_id: string | null;
  readonly external_id: string | null;
  readonly subscription_id: string | null;
  readonly customer: CustomerSnapshot | null;
  readonly created_at: Date;
  readonly updated_at: Date | null;
}

const columns = [
  'kind',
  'status',
  'method',
  'description',
  'movements',
  'checkout_id',
  'charge_id',
  'reference_id',
  'external_id',
  'subscription_id',
  'customer',
  'created_at',
  'updated_at',
] as const;

/**
 * Most lines that one page of a search looks at: some 50 ms. An index of all parts of all words would make it faster,
 * and writing a payment three times as dear (measured with pg_trgm).
 */
const searchedLinesMax = 50_000;

/** What is looked at first: a search for what is common is done by then, and needs not find out where it would end. */
const searchedFirst = 1_000;

/**
 * One page of a store's statement, newest first.
 *
 * A search looks at a bounded number of lines. A page that is not full by then, or is empty, still has a next one,
 * whose cursor is the last line that was looked at.
 */
export async function listStatement(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: StatementFilter,
  searchedMax: number = searchedLinesMax,
): Promise<Page<StatementEntry>> {
  if (filter.search === undefined || filter.search === '') return selectLines(db, tenant, page, filter);
  return inTransaction(db, async (tx) => {
    // Where the lines of many stores lie mixed, the planner takes reading the whole table for cheaper than the bounded
    // part of the index, for every page anew.
    await tx.raw('set local enable_seqscan = off');
    const first = await searchLines(tx, tenant, page, filter, Math.min(searchedFirst, searchedMax));
    if (first.end === undefined || searchedMax <= searchedFirst) return searchedPage(page, first);
    return searchedPage(page, await searchLines(tx, tenant, page, filter, searchedMax));
  });
}

interface Searched {
  readonly found: Page<StatementEntry>;
  /** Where the search ended though the page is not full; undefined when it is, or the list ended. */
  readonly end: string | undefined;
}

async function searchLines(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: StatementFilter,
  searchedMax: number,
): Promise<Searched> {
  const end = await findSearchEnd(db, tenant, page, searchedMax);
  const found = await selectLines(db, tenant, page, filter, end);
  const isFull = page.before === undefined ? found.hasMore : found.before !== undefined;
  return { found, end: isFull ? undefined : end };
}

/** The search goes on from where it ended, with the next page. */
function searchedPage({ before }: PageRequest, { found, end }: Searched): Page<StatementEntry> {
  if (end === undefined) return found;
  return before === undefined ? { ...found, hasMore: true, next: end } : { ...found, before: end };
}

/** @param end of a search: the last line that is looked at */
async function selectLines(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  { search, ...exact }: StatementFilter,
  end?: string,
): Promise<Page<StatementEntry>> {
  const found = await selectPage<StatementRow>(db, tenant, {
    table: 'statement_entries',
    columns,
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

/** The last line that a page of a search may look at; undefined when the list ends before. Reads an index only. */
async function findSearchEnd(
  db: Db,
  tenant: Tenant,
  { after, before, createdFrom, createdTo }: PageRequest,
  searchedMax: number,
): Promise<string | undefined> {
  const isBackwards = before !== undefined;
  const query = db('statement_entries').where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
  const from = isBackwards ? before : after;
  // Text with a NUL is no id of any line; the page says so.
  if (from?.includes('\0') === true) return undefined;
  if (from !== undefined) void query.where('id', isBackwards ? '>' : '<', from);
  if (createdTo && !isBackwards) void query.where('id', '<', idAt(createdTo, idToleranceMs));
  const rows = await query
    .orderBy('id', isBackwards ? 'asc' : 'desc')
    .offset(searchedMax - 1)
    .limit(2)
    .select<{ readonly id: string }[]>('id');
  const end = rows.length === 2 ? rows[0]?.id : undefined;
  const isPast = end !== undefined && createdFrom && !isBackwards && end < idAt(createdFrom, -idToleranceMs);
  return isPast === true ? undefined : end;
}

/** How far an id's own time may be from its line's. */
const idToleranceMs = 60_000;

/** Where in the order of ids those of a moment begin. */
function idAt(at: Date, shiftMs: number): string {
  return `${idPrefixes.statementEntry}_${toBase62(Math.max(0, at.getTime() + shiftMs), 9)}`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function rowToEntry(row: StatementRow): StatementEntry {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    method: row.method ?? undefined,
    description: row.description ?? undefined,
    movements: row.movements,
    checkoutId: row.checkout_id ?? undefined,
    chargeId: row.charge_id ?? undefined,
    referenceId: row.reference_id ?? undefined,
    externalId: row.external_id ?? undefined,
    subscriptionId: row.subscription_id ?? undefined,
    customer: row.customer ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at ?? row.created_at,
  };
}
