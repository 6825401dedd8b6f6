set local lock_timeout = '5s';

-- Which mail a store's buyers get in production, and in which language where theirs is not known.
alter table stores add column mail_kinds text[] not null default '{RECEIPT}';
alter table stores add column mail_language text not null default 'pt-BR';

-- Webhooks knows the store's mail as of this version; it is told apart from the other services, which a store needs to open.
alter table stores add column mail_applied_version bigint not null default 0;

-- When a message was given to the mail queue; null: it waits, or the operator hands it over.
alter table account_messages add column mailed_at timestamptz;
-- Of its mail.
alter table account_messages add column language text not null default 'pt-BR';
