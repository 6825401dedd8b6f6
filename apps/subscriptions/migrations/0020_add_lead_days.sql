set local lock_timeout = '5s';

alter table subscriptions
  -- How many days before a cycle falls due its collection begins; the payer's bank wants to know of it in advance.
  add column lead_days integer not null default 0,
  -- Attempts of the cycle at hand that were taken back before the payer's bank tried them.
  add column recalls integer not null default 0;
