-- no-transaction
set lock_timeout = '5s';

-- Reads all of both tables beside their writers, so that 0009 need not.
alter table delivery_bodies validate constraint delivery_bodies_past_check;
alter table attempts validate constraint attempts_past_check;
