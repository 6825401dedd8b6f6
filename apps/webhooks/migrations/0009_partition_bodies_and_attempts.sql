set local lock_timeout = '5s';

-- Third step: each table becomes the first partition of one that takes its name, called after the last month that it
-- holds. No row moves or is read; the exclusive locks last as long as these statements take.
do $$
declare
  parent text;
  past text;
  bound text;
begin
  foreach parent in array array['delivery_bodies', 'attempts'] loop
    select substring(pg_get_constraintdef(oid) from 'log_[0-9A-Za-z]{9}') into strict bound
    from pg_constraint where conname = parent || '_past_check';
    -- The month before the bound, in which 0007 ran.
    select parent || to_char(month, '_YYYY_MM') into strict past
    from generate_series(timestamp '2026-01-01', now() at time zone 'UTC' + interval '1 month', interval '1 month') as month
    where first_delivery_id((month + interval '1 month') at time zone 'UTC') = bound;
    execute format('alter table %I rename to %I', parent, past);
    execute format('alter table %I rename constraint %I to %I', past, parent || '_pkey', past || '_pkey');
    execute format('create table %I (like %I including all excluding indexes) partition by range (delivery_id)', parent, past);
    execute format('alter table %I drop constraint %I', parent, parent || '_past_check');
    execute format('alter table %I add constraint %I primary key (%s)', parent, parent || '_pkey',
      case parent when 'attempts' then 'delivery_id, no' else 'delivery_id' end);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', parent, past, bound);
    execute format('alter table %I drop constraint %I', past, parent || '_past_check');
    execute format('alter table %I attach partition %I default', parent, parent || '_ahead');
  end loop;
end
$$;

-- Makes the partitions that are missing up to the month of `through`; answers how many. What dev stores ahead of time
-- have written for such a month moves into it. Only they wait, and only for that.
create function make_delivery_partitions(through timestamptz) returns integer language plpgsql as $$
declare
  parent text;
  name text;
  month timestamp;
  low text;
  high text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(7415086);
  foreach parent in array array['delivery_bodies', 'attempts'] loop
    select max(to_date(right(c.relname, 7), 'YYYY_MM')) + interval '1 month' into strict month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(parent) and c.relname ~ '_\d{4}_\d{2}$';
    while month <= through at time zone 'UTC' loop
      name := parent || to_char(month, '_YYYY_MM');
      low := first_delivery_id(month at time zone 'UTC');
      high := first_delivery_id((month + interval '1 month') at time zone 'UTC');
      execute format('create table %I (like %I including all)', name, parent);
      execute format('lock table %I in access exclusive mode', parent || '_ahead');
      execute format('with moved as (delete from %I where delivery_id >= %L and delivery_id < %L returning *)
        insert into %I select * from moved', parent || '_ahead', low, high, name);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, low, high);
      made := made + 1;
      month := month + interval '1 month';
    end loop;
  end loop;
  return made;
end
$$;

-- Drops the partitions of a table whose month had ended by `before`; answers how many.
create function drop_delivery_partitions(parent text, before timestamptz) returns integer language plpgsql as $$
declare
  partition text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7415086);
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(parent) and c.relname ~ '_\d{4}_\d{2}$'
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= before
    order by 1
  loop
    execute format('drop table %I', partition);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;

-- The service keeps a quarter ahead from here on.
select make_delivery_partitions(now() + interval '3 months');
