set local lock_timeout = '5s';

-- A store's fee of a payout is besides its amount, as it was, until the gateway says otherwise. A sub-account's always was included.
alter table store_settings add column is_fee_included boolean not null default false;
alter table payouts add column is_fee_included boolean not null default false;
update payouts set is_fee_included = true where kind = 'SUB_WITHDRAW';
