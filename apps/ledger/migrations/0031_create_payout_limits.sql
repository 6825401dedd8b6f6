set local lock_timeout = '5s';

-- What of a store's money may leave (docs/behaviour/payouts.md#limits), as the gateway tells it. A store without a row has
-- no limits.
create table payout_limits (
  store_id text not null,
  dev_mode boolean not null,
  order_cents bigint,
  day_cents bigint,
  night_cents bigint,
  interval_seconds integer,
  -- Keyed fingerprints of the Pix keys that money may go to, in hexadecimal; null: any key.
  beneficiaries text[],
  -- Counts the store's changes.
  version bigint not null,
  updated_at timestamptz not null,
  constraint payout_limits_pkey primary key (store_id, dev_mode),
  constraint payout_limits_amounts_check check (order_cents >= 0 and day_cents >= 0 and night_cents >= 0),
  constraint payout_limits_interval_check check (interval_seconds between 0 and 86400)
);

-- A refund that goes to a Pix key, and not back the way it came: limits count it like a payout.
alter table holds add column to_key boolean not null default false;
