-- no-transaction
set lock_timeout = '5s';

-- By which provider a store has the account: of each it has one at a time, and each is read for Pix that no charge asked for.
alter table pix_inboxes add column if not exists provider text not null default 'bacen-pix';

-- A store has one account at a time at each provider.
create unique index concurrently if not exists pix_inboxes_current_account_idx on pix_inboxes (store_id, provider) where is_current;
-- It allowed one account at all.
drop index concurrently if exists pix_inboxes_current_idx;

-- A Pix without a charge comes in, and goes back, by one movement at Asaas.
create unique index concurrently if not exists asaas_entries_key_payment_idx
  on asaas_entries (store_id, account_id, explained_as, explained_by)
  where explained_as in ('KEY_PAYMENT', 'KEY_PAYMENT_RETURN');
