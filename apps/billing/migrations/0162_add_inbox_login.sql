-- no-transaction
set lock_timeout = '5s';

-- Identifies what logs in at the bank, without secrets: keys of one login may be of one account, whose list does not always
-- say which key a Pix came to. Null of a row that an earlier version wrote, until it is derived.
alter table pix_inboxes add column if not exists login text;

-- The accounts of a login.
create index concurrently if not exists pix_inboxes_login_idx on pix_inboxes (login) where login is not null;
