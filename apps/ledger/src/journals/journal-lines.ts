import { sumCents, zeroCents } from '@pitanga/core';
import { boolean, cents, smallint, table, text, type Values } from '@pitanga/database';
import type { Account } from '../balances/account';
import { binaryArray } from './binary-array';
import { operatorShare, type Journal } from './journal';
import { numberBalances } from './journal-rows';

/** The entries of journals as they are stored. */
const lineRows = table('line_rows', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  journalId: text('journal_id'),
  line: smallint('line'),
  account: text<Account>('account'),
  stripe: smallint('stripe'),
  amountCents: cents('amount_cents'),
});

/** What journals together change of each balance. */
const changeRows = table('change_rows', {
  ownerId: text('owner_id'),
  devMode: boolean('dev_mode'),
  account: text<Account>('account'),
  stripe: smallint('stripe'),
  changeCents: cents('change_cents'),
  operatorCents: cents('operator_cents'),
});

export interface JournalLines {
  readonly lines: readonly Values<typeof lineRows>[];
  /** In the order of the primary key, in which every batch locks balances. */
  readonly changes: readonly Values<typeof changeRows>[];
}

/**
 * The rows of journals of which all or none are inserted: added up here, so that the statement has nothing to join or to
 * sum.
 */
export function toLines(journals: readonly Journal[], stripe: number): JournalLines {
  const balances = numberBalances(journals, stripe);
  const totals = balances.rows.map(() => ({ changeCents: zeroCents, operatorCents: zeroCents }));
  const lines: Values<typeof lineRows>[] = [];
  for (const { tenant, id: journalId, entries, owner } of journals) {
    const { storeId, devMode } = tenant;
    let line = 0;
    for (const { account, amountCents } of entries) {
      line += 1;
      const index = balances.findNumber({ tenant }, account) - 1;
      const total = totals[index];
      if (!total) throw new Error(`${account} of journal ${journalId} has no number`);
      total.changeCents = sumCents(total.changeCents, amountCents);
      total.operatorCents = sumCents(total.operatorCents, operatorShare(owner, amountCents));
      lines.push({
        storeId,
        devMode,
        journalId,
        line,
        account,
        stripe: balances.rows[index]?.stripe ?? 0,
        amountCents,
      });
    }
  }
  const changes = balances.rows.map(({ ownerId, devMode, account, stripe: of }, index) => ({
    ownerId,
    devMode,
    account,
    stripe: of,
    ...(totals[index] ?? { changeCents: zeroCents, operatorCents: zeroCents }),
  }));
  return { lines, changes };
}

const prefixes = { lines: 'line_', changes: 'change_' } as const;

/** What {@link insertLinesSql} and {@link changesSql} are bound to. */
export function lineBindings({ lines, changes }: JournalLines, recordedAt: Date): Readonly<Record<string, unknown>> {
  const encode = binaryArray;
  return {
    ...lineRows.toArrays(lines, { encode, prefix: prefixes.lines }),
    ...changeRows.toArrays(changes, { encode, prefix: prefixes.changes }),
    recordedAt,
    month: entryMonth(recordedAt),
  };
}

/** The changes, as rows. */
export const changesSql = changeRows.unnestSql('c', prefixes.changes);

/** Inserts the entries if `gate` is true. `unnest` and the insert keep the order of the arrays. */
export function insertLinesSql(gate: string): string {
  return `
    insert into entries (store_id, dev_mode, journal_id, line, account, stripe, amount_cents, month)
    select store_id, dev_mode, journal_id, line, account, stripe, amount_cents, cast(:month as date)
    from ${lineRows.unnestSql('l', prefixes.lines)}
    where ${gate}`;
}

/** Changes the balances by the rows of `changes` if `gate` is true; one row is returned for each. */
export function changeBalancesSql(changes: string, gate: string): string {
  return `
    insert into balances as b (store_id, dev_mode, account, stripe, balance_cents, operator_cents)
    select owner_id, dev_mode, account, stripe, change_cents, operator_cents from ${changes}
    where ${gate}
    on conflict (store_id, dev_mode, account, stripe)
      do update set balance_cents = b.balance_cents + excluded.balance_cents,
        operator_cents = b.operator_cents + excluded.operator_cents
    returning 1`;
}

/** The month (UTC) of entries that are recorded now. */
export function entryMonth(recordedAt: Date): string {
  return `${recordedAt.toISOString().slice(0, 7)}-01`;
}
