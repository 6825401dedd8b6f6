-- Adds what `npm run -s events -- --json > events.ndjson` has printed. Events come at least once: each id is kept once,
-- however often it comes and is loaded. Load every day, and the table outlives what the topics keep.
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
select
  id,
  type,
  key,
  time,
  recordedTime,
  coalesce(data -> 'tenant' ->> 'storeId', data ->> 'storeId'),
  -- JSON leaves out what has its default: false, 0, an empty text.
  coalesce((coalesce(data -> 'tenant' ->> 'devMode', data ->> 'devMode'))::boolean, false),
  data
from read_ndjson('events.ndjson', columns = {
  topic: 'varchar', partition: 'integer', "offset": 'bigint', key: 'varchar', id: 'varchar', type: 'varchar',
  source: 'varchar', time: 'timestamptz', recordedTime: 'timestamptz', data: 'json'
});

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
