set local lock_timeout = '5s';

-- What some words of a store's answers and events mean (docs/behaviour/stores.md#compatibility). The default is that of stores
-- of before, and of those that a gateway of before makes; a new store is inserted with its own.
alter table stores add column compatibility text not null default '2026-11-28';
