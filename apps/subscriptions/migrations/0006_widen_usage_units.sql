set local lock_timeout = '5s';

-- A record has no limit of its own below that of a charge.
alter table usage_records
  drop constraint usage_records_units_check,
  add constraint usage_records_units_check check (units between 1 and 9999999999) not valid;
alter table usage_records validate constraint usage_records_units_check;
