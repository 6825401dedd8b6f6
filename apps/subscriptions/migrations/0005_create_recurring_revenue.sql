set local lock_timeout = '5s';

-- Running figures of a store, changed in the transactions that change its subscriptions. In twelfths of a centavo a
-- month, which every cycle divides exactly: a weekly centavo is 52 of them, a yearly one is 1.
create table recurring_revenue (
  store_id text not null,
  dev_mode boolean not null,
  mrr_twelfths numeric not null,
  active_subscriptions bigint not null,
  constraint recurring_revenue_pkey primary key (store_id, dev_mode),
  constraint recurring_revenue_not_negative_check check (mrr_twelfths >= 0 and active_subscriptions >= 0)
);

insert into recurring_revenue
select store_id, dev_mode,
  sum((amount_cents - discount_cents) * case cycle
    when 'WEEKLY' then 52 when 'MONTHLY' then 12 when 'QUARTERLY' then 4 when 'SEMIANNUALLY' then 2 else 1 end),
  count(*)
from subscriptions where status = 'ACTIVE' group by store_id, dev_mode;
