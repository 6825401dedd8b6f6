set local lock_timeout = '5s';

-- What the gateway tells the services about a store, so that it can be shown and changed. The defaults are what every
-- store was told before.
alter table stores
  add column legal_name text,
  -- Receiver's city in BR Codes.
  add column city text not null default 'SAO PAULO',
  add column pix_fee_cents bigint not null default 80,
  add column boleto_fee_cents bigint not null default 250,
  add column card_fixed_fee_cents bigint not null default 60,
  add column card_single_basis_points integer not null default 350,
  add column card_short_basis_points integer not null default 400,
  add column card_long_basis_points integer not null default 450,
  add column payout_fee_cents bigint not null default 80,
  add column automatic_pix_dev boolean not null default true,
  add column automatic_pix_prod boolean not null default false,
  add column methods_dev text[] not null default '{PIX,BOLETO,CARD}',
  add column methods_prod text[] not null default '{PIX,BOLETO,CARD}',
  -- Business days (boleto) and days for each installment (card) until money is available.
  add column boleto_settlement_days smallint not null default 1,
  add column card_settlement_days smallint not null default 30,
  -- What pages of the store show.
  add column brand_name text,
  add column brand_logo_url text,
  add column brand_color text,
  add column support_email text,
  add column closed_at timestamptz,
  -- Counts the changes; the services know the store as of applied_version.
  add column version bigint not null default 1,
  add column applied_version bigint not null default 1;

-- A closed store keeps its rows: it may be opened again.
alter table stores drop constraint stores_status;
alter table stores add constraint stores_status check (status in ('CREATING', 'ACTIVE', 'CLOSED')) not valid;
