import { sumCents, zeroCents } from '@pitanga/core';
import { boolean, cents, smallint, table, text, type Values } from '@pitanga/database';
import type { Account } from '../balances/account';
import type { Journal } from './journal';
import { numberBalances } from './journal-rows';

/** The entries of journals as they are stored. */
export const lineRows = table('line_rows', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  journalId: text('journal_id'),
  line: smallint('line'),
  account: text<Account>('account'),
  stripe: smallint('stripe'),
  amountCents: cents('amount_cents'),
});

/** What journals together change of each balance. */
export const changeRows = table('change_rows', {
  ownerId: text('owner_id'),
  devMode: boolean('dev_mode'),
  account: text<Account>('account'),
  stripe: smallint('stripe'),
  changeCents: cents('change_cents'),
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
export function linesOf(journals: readonly Journal[], stripe: number): JournalLines {
  const balances = numberBalances(journals, stripe);
  const totals = balances.rows.map(() => zeroCents);
  const lines: Values<typeof lineRows>[] = [];
  for (const { tenant, id: journalId, entries } of journals) {
    const { storeId, devMode } = tenant;
    let line = 0;
    for (const { account, amountCents } of entries) {
      line += 1;
      const index = balances.numberOf({ tenant }, account) - 1;
      totals[index] = sumCents(totals[index] ?? zeroCents, amountCents);
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
    changeCents: totals[index] ?? zeroCents,
  }));
  return { lines, changes };
}

/** The month (UTC) of entries that are recorded now. */
export function monthOf(recordedAt: Date): string {
  return `${recordedAt.toISOString().slice(0, 7)}-01`;
}
