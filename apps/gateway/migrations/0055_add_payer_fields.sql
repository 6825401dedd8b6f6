set local lock_timeout = '5s';

-- Whether payment pages ask for an e-mail and a phone, beside what a payment needs: NEVER, OPTIONAL or REQUIRED.
alter table stores add column payer_email text not null default 'NEVER';
alter table stores add column payer_cellphone text not null default 'NEVER';
