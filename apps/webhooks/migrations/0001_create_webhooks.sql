set local lock_timeout = '5s';

create table webhooks (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  name text not null,
  -- As the merchant wrote it: its query may hold a secret of the receiver, so it is redacted in logs.
  endpoint text not null,
  events text[] not null,
  v2 boolean not null,
  status text not null,
  legacy_secret_header boolean not null,
  -- Store time, shown to the merchant.
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Real time: decides which facts are too old for this webhook, whatever a test clock says.
  registered_at timestamptz not null,
  constraint webhooks_pkey primary key (id),
  constraint webhooks_status_check check (status in ('ACTIVE', 'DISABLED', 'DELETED')),
  constraint webhooks_events_check check (cardinality(events) > 0)
);

-- Lists, newest first.
create index webhooks_list_idx on webhooks (store_id, dev_mode, id desc);

-- Every fact looks up the receivers of its store; the deleted ones, which stay for ever, are not in the way.
create index webhooks_active_idx on webhooks (store_id, dev_mode) where status = 'ACTIVE';

-- While a secret rotates, the old one signs beside the new one until it expires.
create table webhook_secrets (
  id bigint generated always as identity,
  webhook_id text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  constraint webhook_secrets_pkey primary key (webhook_id, id),
  constraint webhook_secrets_webhook_fkey foreign key (webhook_id) references webhooks (id)
);
