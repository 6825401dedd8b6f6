set local lock_timeout = '5s';

-- When its card was last replaced, of which events tell once.
alter table subscriptions add column card_replaced_at timestamptz;
