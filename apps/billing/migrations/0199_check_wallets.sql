set local lock_timeout = '5s';

alter table checkouts validate constraint checkouts_methods_check;
alter table cards validate constraint cards_wallet_check;
alter table charges validate constraint charges_wallet_check;
