set local lock_timeout = '5s';

-- First of three steps to bodies and attempts by month, however large the tables are. Ids of deliveries begin with their
-- time, so the id itself says the month: no column is added, no row is written anew, and what is unique by id stays
-- unique over all months. Immutable rows stay in their table, which becomes the first partition: it gets a bound here,
-- which 0008 validates without a lock that writers wait for, and 0009 exchanges the tables in a moment.

-- The least id of a delivery made at an instant: prefix and milliseconds in base 62 (libs/core/src/ids.ts).
create function first_delivery_id(at timestamptz) returns text language plpgsql stable as $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  rest bigint := floor(extract(epoch from at) * 1000);
  id text := '';
begin
  for place in 1..9 loop
    id := substr(digits, (rest % 62)::int + 1, 1) || id;
    rest := rest / 62;
  end loop;
  return 'log_' || id;
end
$$;

-- The bound is the end of this month. Ids beyond it are of dev stores whose test clock is ahead: they move to a table of
-- their own. Until 0009 the previous version of the service cannot write such, and tries again.
do $$
declare
  bound constant text := first_delivery_id((date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC');
  parent text;
begin
  foreach parent in array array['delivery_bodies', 'attempts'] loop
    execute format('create table %I (like %I including all)', parent || '_ahead', parent);
    execute format('alter table %I add constraint %I check (delivery_id < %L) not valid', parent, parent || '_past_check', bound);
    execute format('with ahead as (delete from %I where delivery_id >= %L returning *) insert into %I select * from ahead',
      parent, bound, parent || '_ahead');
  end loop;
end
$$;
