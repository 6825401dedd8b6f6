set local lock_timeout = '5s';
-- Reads every lost dispute once: bookings wait for it, or some would be counted twice or not at all.
set local statement_timeout = 0;

-- What payers' banks took back on each day by disputes that the store lost; `amount_cents` is less it, too.
alter table daily_revenue add column disputed_cents bigint not null default 0;

-- By the trigger, so that what the version before books during a rollout counts too.
create or replace function add_daily_receipts() returns trigger language plpgsql as $$
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
  insert into daily_revenue as r (store_id, dev_mode, day, amount_cents, payments, disputed_cents)
  select a.store_id, a.dev_mode, (a.created_at at time zone 'America/Sao_Paulo')::date, -sum(m.amount_cents), 0,
    sum(m.amount_cents)
  from added a cross join lateral (
    select sum((m ->> 'amountCents')::bigint) as amount_cents from jsonb_array_elements(a.movements) m
  ) m
  where a.kind = 'CHARGEBACK'
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (store_id, dev_mode, day) do update set
    amount_cents = r.amount_cents + excluded.amount_cents,
    disputed_cents = r.disputed_cents + excluded.disputed_cents;
  return null;
end
$$;

-- Bookings that have begun end before it, and those that follow see the new function.
lock table statement_entries in share row exclusive mode;

insert into daily_revenue as r (store_id, dev_mode, day, amount_cents, payments, disputed_cents)
select j.store_id, j.dev_mode, (j.occurred_at at time zone 'America/Sao_Paulo')::date, -sum(e.amount_cents), 0,
  sum(e.amount_cents)
from journals j
join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
where j.kind = 'dispute.lost' and e.account = 'provider_clearing'
group by 1, 2, 3
on conflict (store_id, dev_mode, day) do update set
  amount_cents = r.amount_cents + excluded.amount_cents,
  disputed_cents = r.disputed_cents + excluded.disputed_cents;
