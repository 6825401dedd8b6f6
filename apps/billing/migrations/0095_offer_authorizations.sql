set local lock_timeout = '5s';

-- The payer of a subscription may pay without authorising, and then pays each cycle by a code of its own.
alter table checkouts add column is_authorization_optional boolean not null default false;
alter table pix_authorizations add column is_optional boolean not null default false;

-- DEBIT: the payer's bank collects it; CODE: the payer does, by a code with a due date.
alter table pix_debits add column kind text not null default 'DEBIT';
