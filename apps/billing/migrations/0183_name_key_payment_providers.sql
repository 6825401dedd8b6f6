set local lock_timeout = '5s';

-- By whose adapter the account was read (bacen-pix, asaas), as pix_inboxes has it: the ledger is told which of the store's
-- accounts has the money. The release before writes none.
alter table key_payments add column provider text;
update key_payments k set provider = i.provider
  from pix_inboxes i where i.store_id = k.store_id and i.account = k.account;
