-- no-transaction
set lock_timeout = '5s';

alter table deliveries
  -- Store time of the last change; null until the first.
  add column if not exists updated_at timestamptz,
  -- Asked for by the merchant to try the endpoint: marked in its body, too.
  add column if not exists is_test boolean not null default false,
  -- Manual attempts asked for: the latest one's number.
  add column if not exists resends integer not null default 0,
  -- Manual attempts made. Beside `attempts`, which counts along the retry table.
  add column if not exists manual_attempts integer not null default 0;

-- A delivery's own row (0) follows the retry table; each manual attempt waits in one of its own, so that neither
-- disturbs the other.
alter table delivery_queue add column if not exists resend integer not null default 0;
drop index concurrently if exists delivery_queue_resend_key;
create unique index concurrently delivery_queue_resend_key on delivery_queue (delivery_id, resend);
alter table delivery_queue drop constraint if exists delivery_queue_pkey,
  add constraint delivery_queue_pkey primary key using index delivery_queue_resend_key;

-- The log of a store by event and status, newest first. A filter that names one of them only is the sum of the other's
-- few values. The status in it costs an ended delivery a new entry in every index, some tens of microseconds; without
-- it the one failure among a million successes would be looked for through all of them.
drop index concurrently if exists deliveries_event_idx;
create index concurrently deliveries_event_idx on deliveries (store_id, dev_mode, event, status, id desc);

-- The same of one webhook, and the windows of a replay.
drop index concurrently if exists deliveries_webhook_idx;
create index concurrently deliveries_webhook_idx on deliveries (store_id, dev_mode, webhook_id, event, status, id desc);
