set local lock_timeout = '5s';

-- Webhooks whose latest attempts have all failed, whatever they failed of. One that works has no row.
create table failing_webhooks (
  webhook_id text not null,
  -- Real time of the first of those attempts.
  since timestamptz not null,
  attempts integer not null,
  -- When operators were told; null while it may still be a hiccup.
  told_at timestamptz,
  constraint failing_webhooks_pkey primary key (webhook_id),
  constraint failing_webhooks_attempts_check check (attempts > 0)
);
