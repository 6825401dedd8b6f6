set local lock_timeout = '5s';
-- Reads every statement entry of a payment once, about four seconds a million: bookings wait for it, or none would be
-- counted twice or not at all.
set local statement_timeout = 0;

-- What came in on each day of America/Sao_Paulo by each method: payments, gross, and their fees. Beside daily_revenue,
-- which is less the refunds, of all methods together.
create table daily_receipts (
  store_id text not null,
  dev_mode boolean not null,
  day date not null,
  method text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  payments bigint not null,
  constraint daily_receipts_pkey primary key (store_id, dev_mode, day, method),
  constraint daily_receipts_method_check check (method in ('PIX', 'BOLETO', 'CARD')),
  constraint daily_receipts_fee_check check (fee_cents >= 0 and fee_cents <= amount_cents)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- By a trigger, so that what the version before books during a rollout counts too. Rows in key order, like those of
-- revenue.
create function add_daily_receipts() returns trigger language plpgsql as $$
begin
  insert into daily_receipts as r (store_id, dev_mode, day, method, amount_cents, fee_cents, payments)
  select a.store_id, a.dev_mode, (a.created_at at time zone 'America/Sao_Paulo')::date, a.method,
    sum(m.amount_cents), sum(m.fee_cents), count(*)
  from added a cross join lateral (
    select coalesce(sum((m ->> 'amountCents')::bigint) filter (where m ->> 'category' = 'PAYMENT'), 0) as amount_cents,
      coalesce(sum((m ->> 'amountCents')::bigint) filter (where m ->> 'category' = 'FEE'), 0) as fee_cents
    from jsonb_array_elements(a.movements) m
  ) m
  where a.kind = 'PAYMENT' and a.journal_id like 'capture:%'
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (store_id, dev_mode, day, method) do update set
    amount_cents = r.amount_cents + excluded.amount_cents,
    fee_cents = r.fee_cents + excluded.fee_cents,
    payments = r.payments + excluded.payments;
  return null;
end
$$;

-- Bookings that have begun end before it, and those that follow see it.
create trigger statement_entries_receipts after insert on statement_entries
  referencing new table as added for each statement execute function add_daily_receipts();

insert into daily_receipts (store_id, dev_mode, day, method, amount_cents, fee_cents, payments)
select a.store_id, a.dev_mode, (a.created_at at time zone 'America/Sao_Paulo')::date, a.method,
  sum(m.amount_cents), sum(m.fee_cents), count(*)
from statement_entries a cross join lateral (
  select coalesce(sum((m ->> 'amountCents')::bigint) filter (where m ->> 'category' = 'PAYMENT'), 0) as amount_cents,
    coalesce(sum((m ->> 'amountCents')::bigint) filter (where m ->> 'category' = 'FEE'), 0) as fee_cents
  from jsonb_array_elements(a.movements) m
) m
where a.kind = 'PAYMENT' and a.journal_id like 'capture:%'
group by 1, 2, 3, 4;
