set local lock_timeout = '5s';
-- Reads every capture and refund once.
set local statement_timeout = 0;

-- What came in on each day of America/Sao_Paulo: payments of the day, whatever they were paid with, less the refunds
-- that were completed on it. Kept with the journals, so that a range costs its days and not its payments.
create table daily_revenue (
  store_id text not null,
  dev_mode boolean not null,
  day date not null,
  -- Negative on a day with more refunds than payments.
  amount_cents bigint not null,
  payments bigint not null,
  constraint daily_revenue_pkey primary key (store_id, dev_mode, day),
  constraint daily_revenue_payments_check check (payments >= 0)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- What was booked before this table: the provider owes what a payer paid, and owes it no longer once it is refunded.
insert into daily_revenue (store_id, dev_mode, day, amount_cents, payments)
select j.store_id, j.dev_mode, (j.occurred_at at time zone 'America/Sao_Paulo')::date, -sum(e.amount_cents),
  count(distinct j.id) filter (where j.kind = 'charge.captured')
from journals j
join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
where j.kind in ('charge.captured', 'hold.settled') and e.account = 'provider_clearing'
group by 1, 2, 3;
