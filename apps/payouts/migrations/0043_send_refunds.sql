set local lock_timeout = '5s';

-- Money that billing sends back to a payer's key.
alter table payouts drop constraint payouts_kind_check;
alter table payouts add constraint payouts_kind_check check (kind in ('WITHDRAW', 'TRANSFER', 'REFUND')) not valid;
