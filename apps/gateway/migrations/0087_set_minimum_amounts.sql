set local lock_timeout = '5s';

-- The least that a store takes for a checkout and for a boleto (docs/behaviour/money.md#minimum-amounts); null: what the fee allows.
alter table stores add column minimum_checkout_cents bigint;
alter table stores add column minimum_boleto_cents bigint;
