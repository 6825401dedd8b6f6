set local lock_timeout = '5s';

-- What a v2 webhook would send, whether or not an endpoint exists, by month of the event's id, like the bodies of
-- deliveries. Its body is that of a delivery, with the event's id in the place of the delivery's.
create table events (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  -- Counts the events of a store's environment in the order of their commits: what a stream has passed.
  position bigint not null,
  type text not null,
  body text not null,
  -- Store time at which it occurred.
  created_at timestamptz not null,
  constraint events_pkey primary key (store_id, dev_mode, id),
  constraint events_position_check check (position > 0)
) partition by range (id);

-- A stream goes on from a position.
create index events_position_idx on events (store_id, dev_mode, position);

-- The list of one type, newest first.
create index events_type_idx on events (store_id, dev_mode, type, id desc);

-- The records that an event is about: checkout, charge, subscription, customer, refund, payout. Type and time are those
-- of the event, so that a page of the events about a record reads only its own rows.
create table event_records (
  store_id text not null,
  dev_mode boolean not null,
  record_id text not null,
  type text not null,
  id text not null,
  created_at timestamptz not null,
  constraint event_records_pkey primary key (store_id, dev_mode, record_id, type, id)
) partition by range (id);

-- The last position of each environment. A transaction that adds events updates it last and holds its row until the
-- commit, so that a lower position is never committed after a higher one.
create table event_positions (
  store_id text not null,
  dev_mode boolean not null,
  last_position bigint not null,
  constraint event_positions_pkey primary key (store_id, dev_mode)
) with (fillfactor = 50);

-- Null until the events of an erased customer are redacted; the purge finishes what a crash or an older version left.
alter table erased_customers add column events_redacted_at timestamptz;

-- The least id of an event that occurred at an instant (libs/core/src/ids.ts).
create function first_event_id(at timestamptz) returns text language sql stable as $$
  select 'evt_' || right(first_delivery_id(at), 9)
$$;

-- Makes the partitions that are missing up to the month of `through`; answers how many. The first one holds everything
-- before its end. Events of dev stores ahead of time are in the default partition until theirs is made.
create function make_event_partitions(through timestamptz) returns integer language plpgsql as $$
declare
  parent text;
  name text;
  month timestamp;
  low text;
  high text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(7415086);
  foreach parent in array array['events', 'event_records'] loop
    select max(to_date(right(c.relname, 7), 'YYYY_MM')) + interval '1 month' into month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(parent) and c.relname ~ '_\d{4}_\d{2}$';
    low := case when month is null then 'minvalue' else quote_literal(first_event_id(month at time zone 'UTC')) end;
    month := coalesce(month, date_trunc('month', now() at time zone 'UTC'));
    while month <= through at time zone 'UTC' loop
      name := parent || to_char(month, '_YYYY_MM');
      high := quote_literal(first_event_id((month + interval '1 month') at time zone 'UTC'));
      execute format('create table %I (like %I including all)', name, parent);
      execute format('lock table %I in access exclusive mode', parent || '_ahead');
      execute format('with moved as (delete from %I where (id >= %s or %L) and id < %s returning *)
        insert into %I select * from moved', parent || '_ahead', replace(low, 'minvalue', ''''''), low = 'minvalue', high, name);
      execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, name, low, high);
      made := made + 1;
      low := high;
      month := month + interval '1 month';
    end loop;
  end loop;
  return made;
end
$$;

create table events_ahead partition of events default;
create table event_records_ahead partition of event_records default;
select make_event_partitions(now() + interval '3 months');
