-- no-transaction
set lock_timeout = '5s';

-- A store's log of webhooks, newest first, however many mails lie between.
drop index concurrently if exists deliveries_log_idx;
create index concurrently deliveries_log_idx on deliveries (store_id, dev_mode, id desc) where not is_mail;
