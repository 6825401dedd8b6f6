set local lock_timeout = '5s';

-- Hosts to which payment pages take buyers by themselves (docs/behaviour/checkouts.md#leaving).
alter table stores add column return_hosts text[] not null default '{}';
-- When those of the checkouts from before were added; null: not yet. A store that begins later has none to add.
alter table stores add column return_hosts_at timestamptz;
alter table stores alter column return_hosts_at set default now();
