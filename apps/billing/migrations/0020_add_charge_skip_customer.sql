set local lock_timeout = '5s';

alter table charges
  -- Of a page whose address had skip_customer: its payer does not become the checkout's customer.
  add column skip_customer boolean not null default false;
