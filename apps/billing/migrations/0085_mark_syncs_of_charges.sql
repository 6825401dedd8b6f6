set local lock_timeout = '5s';

-- A payment that one of our charges waits for: Stripe not knowing it means that the keys are of another account.
alter table stripe_syncs add column has_charge boolean not null default false;
