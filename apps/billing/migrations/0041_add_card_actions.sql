set local lock_timeout = '5s';

-- The provider's id of an attempt (a payment intent of Stripe), stored before anything is charged.
alter table charges add column provider_reference text;
-- The buyer is to confirm the payment at the provider (3-D Secure): when it is read again next. Null once it has ended.
alter table charges add column action_due_at timestamptz;
-- When the provider asked for it.
alter table charges add column action_since timestamptz;
