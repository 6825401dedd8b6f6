set local lock_timeout = '5s';

-- Which charges of a subscription a coupon discounts. Those that exist, and those that the release before makes, discount all.
alter table coupons
  add column duration text not null default 'FOREVER',
  add column duration_in_cycles integer,
  add constraint coupons_duration_check check (
    (duration = 'REPEATING' and duration_in_cycles between 1 and 999)
    or (duration in ('ONCE', 'FOREVER') and duration_in_cycles is null)) not valid;

alter table coupons validate constraint coupons_duration_check;
