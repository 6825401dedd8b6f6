import { mapPage, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db } from '@pitanga/database';
import {
  foldText,
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
  readonly customer: CustomerSnapshot | null;
  readonly created_at: Date;
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
  'customer',
  'created_at',
] as const;

/**
 * One page of a store's statement, newest first.
 *
 * A search reads the store's rows backwards until the page is full. That is a few milliseconds for tens
 * of thousands of rows; a store with millions would want a trigram index on search_text (pg_trgm).
 */
export async function listStatement(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: StatementFilter,
): Promise<Page<StatementEntry>> {
  const { search, ...exact } = filter;
  const found = await selectPage<StatementRow>(db, tenant, {
    table: 'statement_entries',
    columns,
    page,
    idKind: 'statementEntry',
    filter: (query) => {
      for (const [column, value] of Object.entries(exact)) if (value !== undefined) void query.where(column, value);
      if (search !== undefined && search !== '')
        void query.where('search_text', 'like', `%${escapeLike(foldText(search))}%`);
    },
  });
  return mapPage(found, rowToEntry);
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
    customer: row.customer ?? undefined,
    createdAt: row.created_at,
  };
}
