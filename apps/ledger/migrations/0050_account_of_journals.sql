set local lock_timeout = '5s';

-- The store's account at a provider by which the money of a journal came in or left (BACEN_PIX, STRIPE, ASAAS, HTTP_PAYOUTS):
-- each account's own statement is compared with what was booked of it. Null where no money moved at a provider, in dev
-- mode, and of what was booked before the services told it.
alter table journals add column provider_account text;
