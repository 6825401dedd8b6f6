set local lock_timeout = '5s';

-- A payer who is no customer is erased from the payments made until this instant (store time); null of a customer, who
-- is erased from all. The id is then the payer's reference.
alter table erased_customers add column erased_at timestamptz;
