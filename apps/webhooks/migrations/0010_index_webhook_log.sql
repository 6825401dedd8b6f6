-- no-transaction
set lock_timeout = '5s';

-- The whole log of one webhook, newest first: the list that is asked for most. As the sum of its events and statuses it
-- would have up to eighty parts.
drop index concurrently if exists deliveries_webhook_log_idx;
create index concurrently deliveries_webhook_log_idx on deliveries (store_id, dev_mode, webhook_id, id desc);
