set local lock_timeout = '5s';

-- Whether a store has sub-accounts and splits payments; in production the operator says so.
alter table stores
  add column sub_accounts_dev boolean not null default true,
  add column sub_accounts_prod boolean not null default false;
