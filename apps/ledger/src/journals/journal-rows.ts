import { foldText, type AccountOwner } from '@pitanga/core';
import { boolean, cents, int, json, optional, smallint, table, text, timestamp, type Values } from '@pitanga/database';
import { isPlatformAccount, platformOwner, type Account } from '../balances/account';
import { buildSearchText } from '../statement/statement';
import { draftColumns } from '../statement/statement-repository';
import type { Journal, JournalDraft, JournalKind } from './journal';

/** The number of a journal in its batch, from 1: its entries, parts, statement entry and event refer to it. */
const journalNumber = int('journal_number');
/** The number of a balance in the batch, from 1: entries refer to it. */
const balanceNumber = int('balance_number');

export const journalRows = table('journal_rows', {
  journalNumber,
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  id: text('id'),
  kind: text<JournalKind>('kind'),
  referenceId: text('reference_id'),
  entryCount: smallint('entry_count'),
  occurredAt: timestamp('occurred_at'),
  owner: optional(text<AccountOwner>('owner')),
  providerAccount: optional(text('provider_account')),
});

export const balanceRows = table('balance_rows', {
  balanceNumber,
  ownerId: text('owner_id'),
  devMode: boolean('dev_mode'),
  account: text<Account>('account'),
  stripe: smallint('stripe'),
});

export const entryRows = table('entry_rows', {
  journalNumber,
  line: smallint('line'),
  balanceNumber,
  amountCents: cents('amount_cents'),
});

export const partRows = table('part_rows', {
  journalNumber,
  number: smallint('number'),
  amountCents: cents('amount_cents'),
  dueAt: timestamp('due_at'),
  subAccountId: optional(text('sub_account_id')),
  statementEntryId: optional(text('statement_entry_id')),
});

export const statementRows = table('statement_rows', {
  journalNumber,
  ...draftColumns,
  searchText: text('search_text'),
  /** The part of the searched text that an erased customer loses. */
  searchName: text('search_name'),
});

export const eventRows = table('event_rows', {
  journalNumber,
  eventId: text('event_id'),
  topic: text('topic'),
  type: text('type'),
  payload: text('payload'),
  headers: json('headers'),
});

/** The rows that a batch of journals inserts, by table. */
export interface JournalRows {
  readonly journals: Values<typeof journalRows>[];
  readonly balances: readonly Values<typeof balanceRows>[];
  readonly entries: Values<typeof entryRows>[];
  readonly parts: Values<typeof partRows>[];
  readonly statement: Values<typeof statementRows>[];
  readonly events: Values<typeof eventRows>[];
}

/** The rows of distinct journals, in their order; balances in key order, in which every batch locks them. */
export function buildJournalRows(drafts: readonly JournalDraft[], stripe: number): JournalRows {
  const balances = numberBalances(drafts, stripe);
  const rows: JournalRows = {
    journals: [],
    balances: balances.rows,
    entries: [],
    parts: [],
    statement: [],
    events: [],
  };
  let journalNumber = 0;
  for (const draft of drafts) {
    journalNumber += 1;
    addJournal(rows, draft, journalNumber);
    addStatement(rows, draft, journalNumber);
    let line = 0;
    for (const { account, amountCents } of draft.entries) {
      line += 1;
      const balanceNumber = balances.findNumber(draft, account);
      rows.entries.push({ journalNumber, line, balanceNumber, amountCents });
    }
  }
  return rows;
}

function addJournal({ journals, events }: JournalRows, draft: JournalDraft, number: number): void {
  const { tenant, id, kind, referenceId, occurredAt, entries, owner, providerAccount } = draft;
  const { storeId, devMode } = tenant;
  journals.push({
    journalNumber: number,
    storeId,
    devMode,
    id,
    kind,
    referenceId,
    entryCount: entries.length,
    occurredAt,
    owner,
    providerAccount,
  });
  const { eventId, topic, type, payload, headers } = draft.event;
  events.push({ journalNumber: number, eventId, topic, type, payload, headers });
}

function addStatement(rows: JournalRows, { statement, parts = [] }: Journal, number: number): void {
  if (statement) {
    rows.statement.push({
      ...statement,
      journalNumber: number,
      searchText: buildSearchText(statement),
      searchName: foldText(statement.customer?.name ?? ''),
    });
  }
  for (const { number: partNumber, amountCents, dueAt, subAccountId } of parts) {
    rows.parts.push({
      journalNumber: number,
      number: partNumber,
      amountCents,
      dueAt,
      subAccountId,
      statementEntryId: statement?.id,
    });
  }
}

interface NumberedBalances {
  readonly rows: readonly Values<typeof balanceRows>[];
  findNumber(journal: Pick<Journal, 'tenant'>, account: Account): number;
}

/** The balances that the journals change, numbered in the order of the primary key. */
export function numberBalances(drafts: readonly Journal[], stripe: number): NumberedBalances {
  const byKey = new Map<string, Omit<Values<typeof balanceRows>, 'balanceNumber'>>();
  for (const draft of drafts) {
    const { storeId, devMode } = draft.tenant;
    for (const { account } of draft.entries) {
      const key = balanceKey(draft, account, stripe);
      if (byKey.has(key)) continue;
      const owner = isPlatformAccount(account) ? { ownerId: platformOwner, stripe } : { ownerId: storeId, stripe: 0 };
      byKey.set(key, { ...owner, devMode, account });
    }
  }
  const sorted = [...byKey].sort(([first], [second]) => (first < second ? -1 : 1));
  const numbers = new Map(sorted.map(([key], index) => [key, index + 1]));
  return {
    rows: sorted.map(([, balance], index) => ({ ...balance, balanceNumber: index + 1 })),
    findNumber: (journal, account) => numbers.get(balanceKey(journal, account, stripe)) ?? 0,
  };
}

/** Sorts as the primary key does: no part of it contains a character below the tab that separates them. */
function balanceKey({ tenant }: Pick<Journal, 'tenant'>, account: Account, stripe: number): string {
  return isPlatformAccount(account)
    ? `${platformOwner}\t${String(tenant.devMode)}\t${account}\t${String(stripe)}`
    : `${tenant.storeId}\t${String(tenant.devMode)}\t${account}\t0`;
}
