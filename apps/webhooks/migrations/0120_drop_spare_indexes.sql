-- no-transaction
set lock_timeout = '5s';

-- Every list of deliveries is one without mail and has deliveries_log_idx.
drop index concurrently if exists deliveries_list_idx;

-- The deliveries of a webhook are found by state: those that are ready or leased in the indexes of the claim, those that
-- wait in this one, in which only what has failed is. The former index had every delivery twice: as it came and as leased.
drop index concurrently if exists delivery_queue_waiting_webhook_idx;
create index concurrently delivery_queue_waiting_webhook_idx on delivery_queue (webhook_id) where state = 'WAITING';
drop index concurrently if exists delivery_queue_webhook_idx;

-- Leased are as many as there are calls in flight, so the expired ones are looked for among all of them. Without it no
-- index has the end of a lease, and extending leases touches none.
drop index concurrently if exists delivery_queue_lease_idx;
