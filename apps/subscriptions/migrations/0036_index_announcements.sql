-- no-transaction
set lock_timeout = '5s';

-- The charges that are to be announced, of all stores.
drop index concurrently if exists subscriptions_announce_idx;
create index concurrently subscriptions_announce_idx
  on subscriptions ((((next_charge_at at time zone 'UTC') - make_interval(
  days => case when cycle in ('SEMIANNUALLY', 'ANNUALLY') and not (cycle_number = 1 and trial_ends_at is not null) then 7 else 3 end)) at time zone 'UTC'))
  where status = 'ACTIVE' and step in ('WAIT', 'CHARGE') and announced_cycle < cycle_number
  and paused_at is null and (ends_at is null or ends_at > next_charge_at)
  and attempts - recalls <= case when step = 'CHARGE' then 1 else 0 end
  and (cycle <> 'WEEKLY' or cycle_number = 1 and trial_ends_at is not null);

-- The same of a store whose test clock was moved: what it stops at.
drop index concurrently if exists subscriptions_announce_clock_idx;
create index concurrently subscriptions_announce_clock_idx
  on subscriptions (store_id, (((next_charge_at at time zone 'UTC') - make_interval(
  days => case when cycle in ('SEMIANNUALLY', 'ANNUALLY') and not (cycle_number = 1 and trial_ends_at is not null) then 7 else 3 end)) at time zone 'UTC'))
  where dev_mode and status = 'ACTIVE' and step in ('WAIT', 'CHARGE') and announced_cycle < cycle_number
  and paused_at is null and (ends_at is null or ends_at > next_charge_at)
  and attempts - recalls <= case when step = 'CHARGE' then 1 else 0 end
  and (cycle <> 'WEEKLY' or cycle_number = 1 and trial_ends_at is not null);
