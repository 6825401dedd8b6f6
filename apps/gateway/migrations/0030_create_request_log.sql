set local lock_timeout = '5s';

-- Every request by a key or a person, as its answer was; without personal data and secrets. By day of the id, kept for 30
-- days. Only two indexes: a row is written for each request, and few are ever read.
create table request_log (
  store_id text not null,
  dev_mode boolean not null,
  id text collate "C" not null,
  -- X-Request-Id; a caller may choose it and use it twice.
  request_id text not null,
  actor_kind text not null,
  actor_id text not null,
  method text not null,
  -- The pattern of the path.
  route text not null,
  status smallint not null,
  -- Of an error.
  code text,
  duration_ms integer not null,
  -- Names of fields, and the values of those that tell nothing of a person; null for none.
  query json,
  body json,
  -- Real time of the answer.
  created_at timestamptz not null,
  constraint request_log_pkey primary key (store_id, dev_mode, id)
) partition by range (id);

create index request_log_request_idx on request_log (store_id, dev_mode, request_id, id desc);

-- The least id of an entry of an instant: prefix and milliseconds in base 62 (libs/core/src/ids.ts).
create function first_request_log_id(at timestamptz) returns text language plpgsql stable as $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  rest bigint := floor(extract(epoch from at) * 1000);
  id text := '';
begin
  for place in 1..9 loop
    id := substr(digits, (rest % 62)::int + 1, 1) || id;
    rest := rest / 62;
  end loop;
  return 'rlog_' || id;
end
$$;

-- Makes the partitions that are missing up to the day of `through`, drops those that had ended by `before` (with what has
-- none), and answers how many were dropped. What came before its day's partition was made is in the default one and moves.
create function turn_request_log(through timestamptz, before timestamptz) returns integer language plpgsql as $$
declare
  partition text;
  day timestamp;
  low text;
  high text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7415087);
  select coalesce(max(to_date(right(c.relname, 10), 'YYYY_MM_DD')) + interval '1 day', date_trunc('day', now() at time zone 'UTC'))
    into day
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'request_log'::regclass and c.relname ~ '_\d{4}_\d{2}_\d{2}$';
  while day <= through at time zone 'UTC' loop
    partition := 'request_log' || to_char(day, '_YYYY_MM_DD');
    low := first_request_log_id(day at time zone 'UTC');
    high := first_request_log_id((day + interval '1 day') at time zone 'UTC');
    execute format('create table %I (like request_log including all)', partition);
    lock table request_log_rest in access exclusive mode;
    execute format('with moved as (delete from request_log_rest where id >= %L and id < %L returning *)
      insert into %I select * from moved', low, high, partition);
    execute format('alter table request_log attach partition %I for values from (%L) to (%L)', partition, low, high);
    day := day + interval '1 day';
  end loop;
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'request_log'::regclass and c.relname ~ '_\d{4}_\d{2}_\d{2}$'
      and (to_date(right(c.relname, 10), 'YYYY_MM_DD') + interval '1 day') at time zone 'UTC' <= before
    order by 1
  loop
    execute format('drop table %I', partition);
    dropped := dropped + 1;
  end loop;
  delete from request_log_rest where id < first_request_log_id(before);
  return dropped;
end
$$;

create table request_log_rest partition of request_log default;
select turn_request_log(now() + interval '7 days', now() - interval '30 days');
