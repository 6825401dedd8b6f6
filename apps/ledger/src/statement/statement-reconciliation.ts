import {
  addDays,
  idPrefixes,
  idTime,
  startOfSaoPauloDay,
  subtractCents,
  sumCents,
  zeroCents,
  type Cents,
  type Tenant,
} from '@pitanga/core';
import { bigint, boolean, cents, inTimedSnapshot, table, text, type Db, type Row, type Tx } from '@pitanga/database';
import { readBalance } from '../balances/balance-repository';
import { effectsSql } from './effects';
import { statementKinds, type StatementKind } from './statement';
import { periodTooLarge } from './statement-errors';

/** What the entries of one kind did to `available`. */
export interface StatementSum {
  readonly kind: StatementKind;
  readonly creditCents: Cents;
  readonly debitCents: Cents;
  /** Those that changed it. */
  readonly entries: number;
}

export interface StatementReconciliation {
  /** Available before the first day. */
  readonly openingCents: Cents;
  /** Available after the last day. */
  readonly closingCents: Cents;
  readonly sums: readonly StatementSum[];
  /** What the journals of the days did to `available`, which the statement has no part in. */
  readonly journalsCents: Cents;
}

interface Days {
  readonly fromDay: string;
  readonly toDay: string;
}

/** Of each of the two sums: both end before the caller's deadline of 5 s. */
const timeoutMsDefault = 2_000;

/**
 * Sums the statement of some days, both included, and beside it the journals of the same days, all as of one moment. The
 * opening is what is available now less everything since the first day.
 *
 * @throws AppError INVALID_ARGUMENT PERIOD_TOO_LARGE when one of the sums takes longer than `timeoutMs`
 */
export async function reconcileStatement(
  db: Db,
  tenant: Tenant,
  { fromDay, toDay }: Days,
  timeoutMs: number = timeoutMsDefault,
): Promise<StatementReconciliation> {
  const range: Range = { from: startOfSaoPauloDay(fromDay), to: startOfSaoPauloDay(addDays(toDay, 1)) };
  return inTimedSnapshot(db, { timeoutMs, late: periodTooLarge }, async (tx) => {
    // By key, whatever the statistics say: a plan for a young ledger would read the tables of all stores.
    await tx.raw('set local enable_seqscan = off');
    await tx.raw('set local enable_hashjoin = off');
    await tx.raw('set local enable_mergejoin = off');
    const { availableCents } = await readBalance(tx, tenant);
    const found = await sumStatement(tx, tenant, range);
    const journalsCents = await sumJournals(tx, tenant, range);
    return conclude(availableCents, found, journalsCents);
  });
}

interface Range {
  readonly from: Date;
  /** Not in the range itself. */
  readonly to: Date;
}

interface FoundSum extends StatementSum {
  /** False: after the last day. */
  readonly isWithin: boolean;
}

function conclude(availableCents: Cents, found: readonly FoundSum[], journalsCents: Cents): StatementReconciliation {
  const later = found.filter(({ isWithin }) => !isWithin);
  const within = found.filter(({ isWithin, entries }) => isWithin && entries > 0);
  const closingCents = subtractCents(availableCents, computeEffect(later));
  const sums = within
    .map(({ isWithin: _isWithin, ...sum }) => sum)
    .sort((a, b) => statementKinds.indexOf(a.kind) - statementKinds.indexOf(b.kind));
  return { openingCents: subtractCents(closingCents, computeEffect(sums)), closingCents, sums, journalsCents };
}

function computeEffect(sums: readonly StatementSum[]): Cents {
  return sumCents(...sums.map(({ creditCents, debitCents }) => subtractCents(creditCents, debitCents)));
}

const foundSums = table('sums', {
  kind: text<StatementKind>('kind'),
  isWithin: boolean('is_within'),
  creditCents: cents('credit_cents'),
  debitCents: cents('debit_cents'),
  entries: bigint('entries'),
});

/** How far the time in an entry's id may be from the entry's own, as in every list. */
const idToleranceMs = 60_000;

/** Of the range, and of what came after it, by kind. */
async function sumStatement(tx: Tx, { storeId, devMode }: Tenant, { from, to }: Range): Promise<readonly FoundSum[]> {
  const firstId = `${idPrefixes.statementEntry}_${idTime(from.getTime() - idToleranceMs)}`;
  const { rows } = await tx.raw<{ rows: Row[] }>(sumStatementSql, { storeId, devMode, from, to, firstId });
  return rows.map((row) => foundSums.fromRow(row));
}

const journalsSum = table('sum', { totalCents: cents('total_cents') });

/** A journal is recorded after it occurred, by clocks that may differ; test clocks are ahead of it by any time. */
const recordedEarlierMs = 86_400_000;

async function sumJournals(tx: Tx, { storeId, devMode }: Tenant, { from, to }: Range): Promise<Cents> {
  const earliest = devMode ? new Date(0) : new Date(from.getTime() - recordedEarlierMs);
  const month = `${earliest.toISOString().slice(0, 7)}-01`;
  const { rows } = await tx.raw<{ rows: Row[] }>(sumJournalsSql, { storeId, devMode, from, to, month });
  return rows.map((row) => journalsSum.fromRow(row).totalCents)[0] ?? zeroCents;
}

const sumStatementSql = `
  select e.kind, e.created_at < :to as is_within, sum(f.credit_cents)::bigint as credit_cents,
    sum(f.debit_cents)::bigint as debit_cents,
    count(*) filter (where f.credit_cents <> 0 or f.debit_cents <> 0) as entries
  from statement_entries e ${effectsSql}
  where e.store_id = :storeId and e.dev_mode = :devMode and e.id >= :firstId and e.created_at >= :from
  group by 1, 2`;

// The first partition has the default month too, of the version of the service that knew no months.
const sumJournalsSql = `
  select coalesce(sum(e.amount_cents), 0)::bigint as total_cents
  from entries e
  join journals j on j.store_id = e.store_id and j.dev_mode = e.dev_mode and j.id = e.journal_id
  where e.store_id = :storeId and e.dev_mode = :devMode and e.account = 'available'
    and (e.month >= cast(:month as date) or e.month = '0001-01-01')
    and j.occurred_at >= :from and j.occurred_at < :to`;
