set local lock_timeout = '5s';

-- Above this many centavos a payout waits for a second person (docs/behaviour/payouts.md#approval-limit); null: none does.
alter table stores add column payout_approval_above_cents bigint;
