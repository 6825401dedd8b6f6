/**
 * The days of revenue that a batch of journals moves, one row for each store and day: part of the statement that
 * writes the journals, where `lines` are the new entries with their journal's kind and time. What the provider owes
 * by a payment is what the payer paid; a completed refund is paid out of it. Rows are written in key order, after
 * the balances, by every batch alike.
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
