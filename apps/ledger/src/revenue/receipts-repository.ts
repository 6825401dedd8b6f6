import { subtractCents, sumCents, type Cents, type Tenant } from '@pitanga/core';
import { bigint, cents, date, table, text, type Db, type Row } from '@pitanga/database';
import type { PaymentMethod } from '../statement/statement';
import { findRevenue } from './revenue-repository';

/** The payments of a day by one method. */
export interface MethodReceipts {
  readonly method: PaymentMethod;
  /** What payers paid. */
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly payments: number;
}

export interface DailyReceipts {
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly day: string;
  readonly methods: readonly MethodReceipts[];
  /** Refunds completed on the day, of payments of any day. */
  readonly refundedCents: Cents;
  /** Taken by disputes lost on the day, of payments of any day. */
  readonly disputedCents: Cents;
}

/** Filled by a trigger on the statement (migration 0025). */
const dailyReceipts = table('daily_receipts', {
  day: date('day'),
  method: text<PaymentMethod>('method'),
  amountCents: cents('amount_cents'),
  feeCents: cents('fee_cents'),
  payments: bigint('payments'),
});

/** The days from `fromDay` to `toDay`, both included, that have a payment, a refund or a lost dispute; oldest first. */
export async function findReceipts(
  db: Db,
  tenant: Tenant,
  range: { readonly fromDay: string; readonly toDay: string },
): Promise<readonly DailyReceipts[]> {
  const rows: Row[] = await dailyReceipts
    .of(db, tenant)
    .whereBetween('day', [range.fromDay, range.toDay])
    .orderBy(['day', 'method'])
    .select(dailyReceipts.columns);
  const byDay = Map.groupBy(
    rows.map((row) => dailyReceipts.fromRow(row)),
    ({ day }) => day,
  );
  const revenue = await findRevenue(db, tenant, range);
  return revenue.map(({ day, amountCents, disputedCents }) => {
    const methods = (byDay.get(day) ?? []).map(({ day: _day, ...receipts }) => receipts);
    const received = sumCents(...methods.map((each) => each.amountCents));
    const refundedCents = subtractCents(subtractCents(received, amountCents), disputedCents);
    return { day, methods, refundedCents, disputedCents };
  });
}
