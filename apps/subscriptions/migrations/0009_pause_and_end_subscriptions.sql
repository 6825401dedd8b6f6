set local lock_timeout = '5s';

-- Store times: since when nothing is charged and until when, and the due instant at which a subscription ends by itself.
alter table subscriptions
  add column paused_at timestamptz,
  add column resumes_at timestamptz,
  add column ends_at timestamptz;

-- PAUSE: decided, the attempt under way is still to be voided.
alter table subscriptions
  drop constraint subscriptions_step_check,
  add constraint subscriptions_step_check check (step in ('WAIT', 'CHARGE', 'PAUSE', 'CANCEL', 'END', 'DONE')) not valid;
alter table subscriptions validate constraint subscriptions_step_check;

-- SKIPPED: it fell due while its subscription was paused.
alter table cycles
  drop constraint cycles_status_check,
  add constraint cycles_status_check check (status in ('OPEN', 'PAID', 'UNPAID', 'SKIPPED')) not valid;
alter table cycles validate constraint cycles_status_check;
