import type { Cents, Tenant } from '@pitanga/core';
import { bigint, boolean, cents, date, table, text, type Db, type Row } from '@pitanga/database';

export interface DailyRevenue {
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly day: string;
  /** Payments of the day less the refunds completed and the disputes lost on it. */
  readonly amountCents: Cents;
  readonly payments: number;
  /** What disputes lost on the day took. */
  readonly disputedCents: Cents;
}

const dailyRevenue = table('daily_revenue', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  day: date('day'),
  amountCents: cents('amount_cents'),
  payments: bigint('payments'),
  disputedCents: cents('disputed_cents'),
});

/**
 * Adds a batch of journals to the revenue of their days, one row for each store and day. Part of the statement that
 * inserts the journals, where `lines` are the new entries with the kind and time of their journal. A payment counts what
 * the payer paid; a completed refund is subtracted. A lost dispute is, by a trigger on the statement (migration 0026).
 * Every batch writes rows in key order, after the balances.
 */
export const addRevenueSql = `
    insert into daily_revenue as r (store_id, dev_mode, day, amount_cents, payments)
    select store_id, dev_mode, (occurred_at at time zone 'America/Sao_Paulo')::date, -sum(amount_cents),
      count(distinct journal_id) filter (where kind = 'charge.captured')
    from lines
    where kind in ('charge.captured', 'hold.settled') and account = 'provider_clearing'
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (store_id, dev_mode, day)
      do update set amount_cents = r.amount_cents + excluded.amount_cents, payments = r.payments + excluded.payments`;

/** The days from `fromDay` to `toDay`, both included, that have a payment, a refund or a lost dispute; oldest first. */
export async function findRevenue(
  db: Db,
  tenant: Tenant,
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
): Promise<readonly DailyRevenue[]> {
  const days = dailyRevenue.pick('day', 'amountCents', 'payments', 'disputedCents');
  const rows: Row[] = await dailyRevenue
    .of(db, tenant)
    .whereBetween('day', [fromDay, toDay])
    .orderBy('day')
    .select(days.columns);
  return rows.map((row) => days.fromRow(row));
}
