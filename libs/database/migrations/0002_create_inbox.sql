set local lock_timeout = '5s';

-- Which event a consumer has handled: written in the transaction of the effect, so that a repeat does nothing.
create table inbox (
  consumer text not null,
  event_id text not null,
  received_at timestamptz not null,
  constraint inbox_pkey primary key (consumer, event_id)
);

-- The daily purge of rows older than 30 days walks it from its old end.
create index inbox_received_at_idx on inbox (received_at);
