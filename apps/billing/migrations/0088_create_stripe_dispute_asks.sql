set local lock_timeout = '5s';

-- Disputes at Stripe that differ from ours, or that we do not have (others use the account too), and how long the sweep of
-- the account has asked for a read of each: it asks twice as late every time.
create table stripe_dispute_asks (
  store_id text not null,
  -- Stripe's: du_….
  dispute_id text not null,
  -- As the sweep saw it; another state is asked for at once.
  state text not null,
  asked_since timestamptz not null,
  next_ask_at timestamptz not null,
  primary key (store_id, dispute_id)
);

-- The purge, which goes by age.
create index stripe_dispute_asks_age_idx on stripe_dispute_asks (asked_since);
