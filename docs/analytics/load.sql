-- Adds the history that `npm run history -- --folder history` or the job of the installation has exported, from its first
-- day on; `set variable history = 's3://bucket';` before it reads another place. Kafka may tell an event twice: each id is kept
-- once, however often it comes and is loaded.
create table if not exists events (
  id varchar primary key,
  type varchar,
  key varchar,
  happened_at timestamptz, -- the store's time, which a test clock may have moved
  recorded_at timestamptz,
  store_id varchar,
  dev_mode boolean,
  data json
);

insert or ignore into events
select id, type, key, happened_at, recorded_at, store_id, dev_mode, data
from read_parquet(
  coalesce(getvariable('history'), 'history') || '/type=*/day=*/*.parquet',
  hive_partitioning = true, hive_types = {'type': varchar, 'day': date}
);

-- Payments and what went back of them, in days of São Paulo. What a charge could not take is no revenue.
create or replace view money as
select
  store_id,
  dev_mode,
  (happened_at at time zone 'America/Sao_Paulo')::date as day,
  replace(data -> 'charge' ->> 'method', 'PAYMENT_METHOD_', '') as method,
  type = 'charge.refunded' as is_refund,
  -- A refund may be of a part. Facts without one are older, and refunded all that was paid.
  coalesce(
    data -> 'refund' ->> 'amountCents', data -> 'charge' ->> 'paidAmountCents', data -> 'charge' ->> 'amountCents'
  )::bigint as cents,
  coalesce((data -> 'charge' ->> 'platformFeeCents')::bigint, 0) as fee_cents
from events
where type in ('charge.paid', 'charge.refunded');
