-- no-transaction
set lock_timeout = '5s';

-- The one charge by which an offer is taken up, whatever became of it: no second is ever made.
drop index concurrently if exists charges_upsell_idx;
create unique index concurrently charges_upsell_idx on charges (checkout_id) where upsell_item is not null;
