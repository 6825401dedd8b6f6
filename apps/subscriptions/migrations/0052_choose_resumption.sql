set local lock_timeout = '5s';

-- From what the cycles after a pause are counted, where the pause says so: ANCHOR or NOW.
alter table subscriptions add column resume_from text;

-- The cycle before the one at hand was not paid: skipped in a pause, or given up with it.
alter table subscriptions add column is_lapsed boolean not null default false;
