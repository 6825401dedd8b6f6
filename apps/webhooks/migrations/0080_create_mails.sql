set local lock_timeout = '5s';

-- A mail is a delivery whose receiver is a mailbox (docs/adr/0036-mail-is-a-delivery.md): its row, its place in the queue and
-- its attempts are those of a delivery. Its webhook_id is the channel of its store, `mail_…`, which is in no other table.
alter table deliveries add column is_mail boolean not null default false;

-- What a mail has beside its delivery.
create table mails (
  delivery_id text not null,
  store_id text not null,
  dev_mode boolean not null,
  kind text not null,
  -- A keyed hash of the address; null once its person is erased.
  recipient bytea,
  -- Address and facts, sealed; null once the mail has ended, its person is erased, or it is too old.
  content_sealed bytea,
  -- SHA-256 of the token in its links.
  link_hash bytea,
  -- What the link of a failed renewal leads to.
  subscription_id text,
  created_at timestamptz not null,
  constraint mails_pkey primary key (delivery_id)
);

-- A link of a mail is opened by its token.
create unique index mails_link_idx on mails (link_hash) where link_hash is not null;

-- The contents that are too old.
create index mails_content_idx on mails (created_at) where content_sealed is not null;

-- Deletion of old mails, and what was sent in a time.
create index mails_created_idx on mails (store_id, dev_mode, created_at);

-- Who wants no mail of a kind from a store.
create table mail_opt_outs (
  store_id text not null,
  dev_mode boolean not null,
  recipient bytea not null,
  kind text not null,
  created_at timestamptz not null,
  constraint mail_opt_outs_pkey primary key (store_id, dev_mode, recipient, kind)
);

-- Addresses that a mail server refused for good, whatever the store: they get no mail.
create table mail_bounces (
  recipient bytea not null,
  status_code integer not null,
  created_at timestamptz not null,
  constraint mail_bounces_pkey primary key (recipient)
);

-- Bounces are forgotten after a time: a mailbox may come back.
create index mail_bounces_created_idx on mail_bounces (created_at);

-- What the gateway says of a store's mail, as of a version of the store.
create table mail_settings (
  store_id text not null,
  sender_name text not null,
  reply_to text,
  kinds text[] not null,
  language text not null,
  is_closed boolean not null,
  version bigint not null,
  constraint mail_settings_pkey primary key (store_id)
);
