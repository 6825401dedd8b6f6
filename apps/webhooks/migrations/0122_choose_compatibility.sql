set local lock_timeout = '5s';

-- What some words of the store's events mean, as the gateway last told (docs/behaviour/stores.md#compatibility).
alter table mail_settings add column compatibility text not null default '2026-11-28';
