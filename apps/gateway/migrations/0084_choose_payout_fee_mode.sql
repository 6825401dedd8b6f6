set local lock_timeout = '5s';

-- Stores that exist keep the fee of a payout besides its amount; the gateway writes INCLUDED for new ones.
alter table stores
  add column payout_fee_mode text not null default 'ADDED',
  add constraint stores_payout_fee_mode_check check (payout_fee_mode in ('INCLUDED', 'ADDED')) not valid;
alter table stores validate constraint stores_payout_fee_mode_check;
