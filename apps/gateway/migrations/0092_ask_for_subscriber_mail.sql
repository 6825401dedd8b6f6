set local lock_timeout = '5s';

-- Whether the kinds of mail were chosen since subscribers can be mailed at the start; new stores begin with that mail, and
-- people of a store of before are asked once (docs/behaviour/mail.md#asked-once).
alter table stores add column mail_chosen boolean not null default false;
