-- no-transaction
set lock_timeout = '5s';

-- Lists by a filter that few rows of a store match (0.1 ms to walk a page of them, seconds to find them among a
-- million others). Each ends in the list's order, and a filter that leaves a leading column open is asked for as one
-- part per value of it (`parts` of selectPage). None is dearer to write than it must be: what a list never shows is
-- not in its index.

-- Transparent charges by status, by method or by both. One entry more for every charge, at the end of its range: one
-- index for all filters, since an entry in each of several would be paid by the hottest insert there is.
drop index concurrently if exists charges_store_list_idx;
create index concurrently charges_store_list_idx on charges (store_id, dev_mode, status, method, sort_key desc)
  where origin = 'TRANSPARENT';

-- Checkouts, links and checkouts of subscriptions: a list is about one or two of these kinds. Replaces the indexes of
-- all and of links.
drop index concurrently if exists checkouts_store_frequency_idx;
create index concurrently checkouts_store_frequency_idx on checkouts (store_id, dev_mode, frequency, id desc);
drop index concurrently if exists checkouts_store_links_idx;
drop index concurrently if exists checkouts_store_id_idx;

-- The same by status.
drop index concurrently if exists checkouts_store_status_idx;
create index concurrently checkouts_store_status_idx on checkouts (store_id, dev_mode, frequency, status, id desc);

-- Checkouts that offer a method. Most offer Pix and card, but for a store that sells by one method the others are rare.
drop index concurrently if exists checkouts_store_pix_idx;
create index concurrently checkouts_store_pix_idx on checkouts (store_id, dev_mode, id desc) where 'PIX' = any(methods);
drop index concurrently if exists checkouts_store_card_idx;
create index concurrently checkouts_store_card_idx on checkouts (store_id, dev_mode, id desc)
  where 'CARD' = any(methods);
drop index concurrently if exists checkouts_store_boleto_idx;
create index concurrently checkouts_store_boleto_idx on checkouts (store_id, dev_mode, id desc)
  where 'BOLETO' = any(methods);

-- Refunds by status: the few that are pending or failed.
drop index concurrently if exists refunds_store_status_idx;
create index concurrently refunds_store_status_idx on refunds (store_id, dev_mode, status, id desc);

-- Coupons by status; a list without a filter leaves out the deleted ones, which may be most.
drop index concurrently if exists coupons_store_status_idx;
create index concurrently coupons_store_status_idx on coupons (store_id, dev_mode, status, id desc);

-- The same for products.
drop index concurrently if exists products_store_status_idx;
create index concurrently products_store_status_idx on products (store_id, dev_mode, status, id desc)
  where deleted_at is null;

-- Lists of customers never show deleted ones. Replaces the index of all.
drop index concurrently if exists customers_store_list_idx;
create index concurrently customers_store_list_idx on customers (store_id, dev_mode, id desc) where deleted_at is null;
drop index concurrently if exists customers_store_id_idx;

-- Customers by telephone.
drop index concurrently if exists customers_store_cellphone_idx;
create index concurrently customers_store_cellphone_idx on customers (store_id, dev_mode, cellphone_digits, id desc)
  where deleted_at is null and cellphone_digits is not null;
