import { foldText } from '@pitanga/core';
import type { OutboxValues } from '@pitanga/database';
import { searchTextOf } from '../statement/statement';
import { isPlatformAccount, type Account, type Journal } from './journal';

/** Owner of the accounts that exist once per environment; sorts after every store id, see 0002_create_balances. */
export const platformOwner = '~platform';

/** A journal and the outbox row of the fact that tells it, whose key is the journal's reference. */
export interface JournalDraft {
  readonly journal: Journal;
  /** Its time of recording does not count: the batch's does. */
  readonly event: OutboxValues;
}

/**
 * Columns of the rows that a batch writes. Arrays, because PostgreSQL reads them for a third of what the same JSON
 * costs; a row names its journal by its place in the batch (from 1) and its balance by that of the balance.
 */
export interface JournalRows {
  readonly journals: Columns<'storeIds' | 'devModes' | 'ids' | 'kinds' | 'referenceIds' | 'entryCounts' | 'times'>;
  readonly balances: Columns<'owners' | 'devModes' | 'accounts' | 'stripes'>;
  readonly entries: Columns<'journals' | 'lines' | 'balances' | 'cents'>;
  readonly parts: Columns<'journals' | 'numbers' | 'cents' | 'dueTimes' | 'lineIds'>;
  readonly statement: Columns<
    | 'journals'
    | 'ids'
    | 'kinds'
    | 'statuses'
    | 'methods'
    | 'descriptions'
    | 'movements'
    | 'checkoutIds'
    | 'chargeIds'
    | 'referenceIds'
    | 'externalIds'
    | 'subscriptionIds'
    | 'customers'
    | 'searchTexts'
    | 'searchNames'
  >;
  readonly events: Columns<'ids' | 'topics' | 'types' | 'payloads' | 'headers'>;
}

export type Column = (string | number | boolean | null)[];

type Columns<Names extends string> = Readonly<Record<Names, Column>>;

/** The rows of distinct journals, in the order given; balances in the order of their keys, in which every batch locks. */
export function rowsOf(drafts: readonly JournalDraft[], stripe: number): JournalRows {
  const rows = emptyRows();
  const balances = balancesOf(drafts, stripe);
  for (const key of balances.keys()) addBalance(rows.balances, key);
  for (const [index, { journal, event }] of drafts.entries()) {
    addJournal(rows.journals, journal);
    addEvent(rows.events, event);
    for (const [line, { account, amountCents }] of journal.entries.entries()) {
      rows.entries.journals.push(index + 1);
      rows.entries.lines.push(line + 1);
      rows.entries.balances.push(balances.get(balanceKey(journal, account, stripe)) ?? null);
      rows.entries.cents.push(amountCents);
    }
    addStatement(rows.statement, journal, index + 1);
    addParts(rows.parts, journal, index + 1);
  }
  return rows;
}

function emptyRows(): JournalRows {
  return {
    journals: { storeIds: [], devModes: [], ids: [], kinds: [], referenceIds: [], entryCounts: [], times: [] },
    balances: { owners: [], devModes: [], accounts: [], stripes: [] },
    entries: { journals: [], lines: [], balances: [], cents: [] },
    parts: { journals: [], numbers: [], cents: [], dueTimes: [], lineIds: [] },
    statement: {
      journals: [],
      ids: [],
      kinds: [],
      statuses: [],
      methods: [],
      descriptions: [],
      movements: [],
      checkoutIds: [],
      chargeIds: [],
      referenceIds: [],
      externalIds: [],
      subscriptionIds: [],
      customers: [],
      searchTexts: [],
      searchNames: [],
    },
    events: { ids: [], topics: [], types: [], payloads: [], headers: [] },
  };
}

/** Sorts as the primary key does: no part of it holds a character below the tab between them. */
function balanceKey({ tenant }: Journal, account: Account, stripe: number): string {
  return isPlatformAccount(account)
    ? `${platformOwner}\t${String(tenant.devMode)}\t${account}\t${String(stripe)}`
    : `${tenant.storeId}\t${String(tenant.devMode)}\t${account}\t0`;
}

/** The place (from 1) of each balance among those that the journals move. */
function balancesOf(drafts: readonly JournalDraft[], stripe: number): ReadonlyMap<string, number> {
  const keys = new Set<string>();
  for (const { journal } of drafts) {
    for (const { account } of journal.entries) keys.add(balanceKey(journal, account, stripe));
  }
  return new Map([...keys].sort().map((key, index) => [key, index + 1]));
}

function addBalance(rows: JournalRows['balances'], key: string): void {
  const [owner = '', devMode, account = '', stripe] = key.split('\t');
  rows.owners.push(owner);
  rows.devModes.push(devMode === 'true');
  rows.accounts.push(account);
  rows.stripes.push(Number(stripe));
}

function addJournal(rows: JournalRows['journals'], journal: Journal): void {
  rows.storeIds.push(journal.tenant.storeId);
  rows.devModes.push(journal.tenant.devMode);
  rows.ids.push(journal.id);
  rows.kinds.push(journal.kind);
  rows.referenceIds.push(journal.referenceId);
  rows.entryCounts.push(journal.entries.length);
  rows.times.push(journal.occurredAt.getTime());
}

function addEvent(rows: JournalRows['events'], event: OutboxValues): void {
  const [id, topic, , type, payload, headers] = event;
  rows.ids.push(id);
  rows.topics.push(topic);
  rows.types.push(type);
  rows.payloads.push(payload);
  rows.headers.push(headers);
}

function addStatement(rows: JournalRows['statement'], { statement }: Journal, place: number): void {
  if (!statement) return;
  rows.journals.push(place);
  rows.ids.push(statement.id);
  rows.kinds.push(statement.kind);
  rows.statuses.push(statement.status);
  rows.methods.push(statement.method ?? null);
  rows.descriptions.push(statement.description ?? null);
  rows.movements.push(JSON.stringify(statement.movements));
  rows.checkoutIds.push(statement.checkoutId ?? null);
  rows.chargeIds.push(statement.chargeId ?? null);
  rows.referenceIds.push(statement.referenceId ?? null);
  rows.externalIds.push(statement.externalId ?? null);
  rows.subscriptionIds.push(statement.subscriptionId ?? null);
  rows.customers.push(statement.customer ? JSON.stringify(statement.customer) : null);
  rows.searchTexts.push(searchTextOf(statement));
  rows.searchNames.push(foldText(statement.customer?.name ?? ''));
}

function addParts(rows: JournalRows['parts'], journal: Journal, place: number): void {
  for (const { number, amountCents, dueAt } of journal.parts ?? []) {
    rows.journals.push(place);
    rows.numbers.push(number);
    rows.cents.push(amountCents);
    rows.dueTimes.push(dueAt.getTime());
    rows.lineIds.push(journal.statement?.id ?? null);
  }
}
