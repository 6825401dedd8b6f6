set local lock_timeout = '5s';

-- What a customer asks the store for in a portal (docs/behaviour/customer-portal.md#refund-requests).
create table refund_requests (
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  status text not null
    constraint refund_requests_status_check check (status in ('OPEN', 'APPROVED', 'REFUSED')),
  charge_id text not null,
  checkout_id text,
  customer_id text not null,
  amount_cents bigint not null,
  -- The customer's words; null where there are none, and after their erasure.
  reason text,
  -- The refund that answered it.
  refund_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint refund_requests_answer_check check ((status = 'APPROVED') = (refund_id is not null))
);

-- One waits for each charge; a charge's page finds its own.
create unique index refund_requests_open_idx on refund_requests (store_id, dev_mode, charge_id) where status = 'OPEN';
create index refund_requests_charge_idx on refund_requests (store_id, dev_mode, charge_id, id desc);

-- Lists, by state and customer; erasing a customer finds theirs.
create index refund_requests_list_idx on refund_requests (store_id, dev_mode, id desc);
create index refund_requests_status_idx on refund_requests (store_id, dev_mode, status, id desc);
create index refund_requests_customer_idx on refund_requests (store_id, dev_mode, customer_id, id desc);

-- A refund that was taken back opens its request again.
create unique index refund_requests_refund_idx on refund_requests (refund_id) where refund_id is not null;
