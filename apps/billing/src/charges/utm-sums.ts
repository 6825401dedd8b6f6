import { addDays, startOfSaoPauloDay, type Cents, type Tenant } from '@pitanga/core';
import { bigint, boolean, cents, inTimedSnapshot, optional, table, text, type Db, type Row } from '@pitanga/database';
import { periodTooLarge } from './charge-errors';
import { refundedSql } from './charge-row';

/** By which payments are summed; affiliates have words of their own. */
export const utmFields = ['SOURCE', 'MEDIUM', 'CAMPAIGN', 'TERM', 'CONTENT'] as const;

export interface UtmSum {
  /** Absent for payments that have none. */
  readonly value: string | undefined;
  readonly payments: number;
  /** Gross. */
  readonly amountCents: Cents;
  /** Of these payments, whenever it was given back. */
  readonly refundedCents: Cents;
}

/** The largest amount first, and what all further values come to together, without a value. */
export interface UtmSums {
  readonly sums: readonly UtmSum[];
  readonly rest: UtmSum | undefined;
}

interface Asked {
  /** YYYY-MM-DD in America/Sao_Paulo, both included. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly by: (typeof utmFields)[number];
}

const sumsMax = 100;

/** Ends before the caller's deadline of 5 s. */
const timeoutMsDefault = 4_000;

const foundSums = table('sums', {
  isRest: boolean('is_rest'),
  value: optional(text('value')),
  payments: bigint('payments'),
  amountCents: cents('amount_cents'),
  refundedCents: cents('refunded_cents'),
});

/**
 * Sums what was paid in some days by where its buyers came from, as of now.
 *
 * @throws AppError INVALID_ARGUMENT PERIOD_TOO_LARGE when it takes longer than `timeoutMs`
 */
export async function sumChargesByUtm(
  db: Db,
  { storeId, devMode }: Tenant,
  { fromDay, toDay, by }: Asked,
  timeoutMs: number = timeoutMsDefault,
): Promise<UtmSums> {
  const range = { from: startOfSaoPauloDay(fromDay), to: startOfSaoPauloDay(addDays(toDay, 1)) };
  const asked = { storeId, devMode, ...range, field: by.toLowerCase(), sumsMax };
  const { rows } = await inTimedSnapshot(db, { timeoutMs, late: periodTooLarge }, (tx) =>
    tx.raw<{ rows: Row[] }>(sumSql, asked),
  );
  const found = rows.map((row) => foundSums.fromRow(row));
  return { sums: found.filter(({ isRest }) => !isRest), rest: found.find(({ isRest }) => isRest) };
}

// A top-up is no payment, and an order of nothing has none.
const sumSql = `
  with ranked as (
    select s.*, row_number() over (order by amount_cents desc, payments desc, value) > :sumsMax as is_rest
    from (
      select c.utms ->> cast(:field as text) as value, count(*) as payments, sum(c.paid_amount_cents) as amount_cents,
        sum(${refundedSql('c')}) as refunded_cents
      from charges c
      where c.store_id = :storeId and c.dev_mode = :devMode and c.paid_at >= :from and c.paid_at < :to
        and c.origin <> 'TOP_UP' and c.method <> 'FREE'
      group by 1
    ) s
  )
  select is_rest, case when not is_rest then value end as value, sum(payments)::bigint as payments,
    sum(amount_cents)::bigint as amount_cents, sum(refunded_cents)::bigint as refunded_cents
  from ranked
  group by 1, 2
  order by amount_cents desc, payments desc, value`;
