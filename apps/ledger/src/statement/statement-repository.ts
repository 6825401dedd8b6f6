import type { Tenant } from '@pitanga/core';
import { boolean, jsonb, optional, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';
import type {
  CustomerSnapshot,
  Movement,
  StatementMethod,
  StatementContext,
  StatementKind,
  StatementStatus,
} from './statement';

/** The columns of a StatementDraft. */
export const draftColumns = {
  id: text('id'),
  kind: text<StatementKind>('kind'),
  status: text<StatementStatus>('status'),
  method: optional(text<StatementMethod>('method')),
  description: optional(text('description')),
  movements: jsonb<readonly Movement[]>('movements'),
  checkoutId: optional(text('checkout_id')),
  chargeId: optional(text('charge_id')),
  referenceId: optional(text('reference_id')),
  externalId: optional(text('external_id')),
  subscriptionId: optional(text('subscription_id')),
  customer: optional(jsonb<CustomerSnapshot>('customer')),
};

const entryColumns = {
  ...draftColumns,
  createdAt: timestamp('created_at'),
  /** Null until the status changes. */
  updatedAt: optional(timestamp('updated_at')),
};

export const statementEntries = table('statement_entries', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  journalId: text('journal_id'),
  ...entryColumns,
  searchText: text('search_text'),
});

/** The columns of a StatementEntry. */
export const listedColumns = table(statementEntries.name, entryColumns);

/** The columns of a StatementContext. */
export const contextColumns = statementEntries.pick(
  'method',
  'description',
  'checkoutId',
  'chargeId',
  'externalId',
  'subscriptionId',
  'customer',
);

/**
 * Ends a PENDING entry and returns its context for the entry that follows it. Throws when the entry is not PENDING: its
 * money would be counted twice or not at all.
 */
export async function endStatementEntry(
  tx: Tx,
  tenant: Tenant,
  id: string,
  end: { readonly status: Exclude<StatementStatus, 'PENDING'>; readonly at: Date },
): Promise<StatementContext> {
  const [row]: Row[] = await statementEntries
    .of(tx, tenant)
    .where({ id, status: 'PENDING' })
    .update(statementEntries.toRow({ status: end.status, updatedAt: end.at }))
    .returning(contextColumns.columns);
  if (!row) throw new Error(`statement entry ${id} is not PENDING`);
  return contextColumns.fromRow(row);
}

/** What an entry about a hold or dispute shows of it, for the one that follows it. */
export async function findStatementContext(db: Db, tenant: Tenant, id: string): Promise<StatementContext> {
  const row: Row | undefined = await statementEntries.of(db, tenant).where({ id }).first(contextColumns.columns);
  if (!row) throw new Error(`there is no statement entry ${id}`);
  return contextColumns.fromRow(row);
}
