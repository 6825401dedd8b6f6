set local lock_timeout = '5s';

-- A plan that a cycle fell due under, before that cycle could begin: no later request replaces or cancels it.
alter table plan_changes add column awaits_cycle boolean not null default false;
