set local lock_timeout = '5s';

-- Boleto and card beside Pix. A boleto has a Pix code too.
alter table charges
  -- Until when a payment counts as in time; null means expires_at. A boleto stays payable after its due date.
  add column payable_until timestamptz,
  add column bar_code text,
  add column digitable_line text,
  add column due_date date,
  -- Hundredths of a percent a month.
  add column interest_basis_points integer,
  add column fine_kind text constraint charges_fine_kind_check check (fine_kind in ('PERCENTAGE', 'FIXED')),
  -- Hundredths of a percent, or centavos.
  add column fine_value bigint,
  -- The saved card (a row of cards); never its number.
  add column card_id text,
  add column card_brand text,
  add column card_last_four text,
  add column installment_count integer constraint charges_installments_check check (installment_count between 1 and 12),
  -- Names the payment at the provider where it is no Pix: the same one told twice is one payment.
  add column payment_reference text,
  add column failure_code text,
  add column failure_class text constraint charges_failure_class_check check (failure_class in ('REVERSIBLE', 'IRREVERSIBLE')),
  add column failure_message text,
  add column coupons text[] not null default '{}',
  add constraint charges_boleto_check check (
    method <> 'BOLETO'
    or (bar_code is not null and digitable_line is not null and due_date is not null and br_code is not null)
  ),
  add constraint charges_card_check check (
    method <> 'CARD' or (card_id is not null and card_brand is not null and card_last_four is not null and installment_count is not null)
  );

-- The expiry job's queue, by the end of payability; replaces the one by expires_at.
create index charges_payable_until_idx on charges (coalesce(payable_until, expires_at)) where status = 'PENDING';
drop index charges_expiry_idx;

-- At most one open Pix charge per checkout; a link's payers with coupons have codes of their own.
drop index charges_checkout_open_pix_idx;
create unique index charges_checkout_open_pix_idx on charges (checkout_id)
  where origin = 'CHECKOUT' and method = 'PIX' and status = 'PENDING';

-- One boleto or card payment at a provider pays one charge.
create unique index charges_payment_reference_idx on charges (provider, payment_reference) where payment_reference is not null;

-- Card charges without an outcome: a handful, which the finishing job reads.
create index charges_open_card_idx on charges (updated_at) where method = 'CARD' and status = 'PENDING';

-- Money on its way back: the whole of a charge a merchant asked to refund, or a payment that came late, twice or
-- with another amount. `step` is what has to be done next, at `run_at` (real time).
create table refunds (
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  kind text not null constraint refunds_kind_check check (kind in ('REQUESTED', 'OVERPAYMENT')),
  charge_id text not null references charges (id),
  checkout_id text references checkouts (id),
  -- The id the refund was asked for with.
  original_id text not null,
  status text not null constraint refunds_status_check check (status in ('PENDING', 'COMPLETE', 'FAILED')),
  -- RESERVE at the ledger, KEY of the payer is missing, SEND to the provider, WATCH the provider, then DONE.
  step text not null constraint refunds_step_check check (step in ('RESERVE', 'KEY', 'SEND', 'WATCH', 'DONE')),
  rail text not null constraint refunds_rail_check check (rail in ('PIX', 'CARD', 'TRANSFER')),
  provider text not null,
  -- What the money came by: an end-to-end id, a card authorisation, a bank's reference.
  target text not null,
  pix_key_type text,
  -- Where a boleto's money goes: somebody's key, never readable here.
  pix_key_sealed bytea,
  amount_cents bigint not null constraint refunds_amount_check check (amount_cents > 0),
  reason text,
  reference text,
  failure_reason text,
  requested_at timestamptz not null,
  run_at timestamptz not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint refunds_step_status_check check ((status = 'PENDING') = (step <> 'DONE')),
  constraint refunds_key_check check ((pix_key_sealed is null) = (pix_key_type is null))
);

-- Lists, newest first, and their cursors.
create index refunds_store_id_idx on refunds (store_id, dev_mode, id desc);

-- One refund of a charge at a time, however many ask at once; a failed one may be tried again.
create unique index refunds_charge_idx on refunds (charge_id) where kind = 'REQUESTED' and status <> 'FAILED';

-- A payment that a charge could not take goes back once, however often the provider tells of it.
create unique index refunds_overpayment_idx on refunds (provider, target) where kind = 'OVERPAYMENT';

-- Lists by what was refunded, and the refunds of a charge.
create index refunds_original_id_idx on refunds (store_id, dev_mode, original_id, id desc);
create index refunds_of_charge_idx on refunds (charge_id);

-- The refund job's queue; what is done or waits for a key leaves it.
create index refunds_due_idx on refunds (run_at) where step in ('RESERVE', 'SEND', 'WATCH');

create table disputes (
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  charge_id text not null references charges (id),
  status text not null constraint disputes_status_check check (status in ('OPEN', 'WON', 'LOST')),
  amount_cents bigint not null constraint disputes_amount_check check (amount_cents > 0),
  reason text,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint disputes_closed_check check ((status = 'OPEN') = (closed_at is null))
);

-- One open dispute per charge, and the disputes of a charge.
create unique index disputes_open_idx on disputes (charge_id) where status = 'OPEN';
create index disputes_charge_idx on disputes (charge_id, id desc);

-- Dev mode: disputes that the simulator opens some time after the payment (decisions, 9 and 10).
create table simulated_disputes (
  charge_id text primary key references charges (id),
  store_id text not null,
  dev_mode boolean not null,
  run_at timestamptz not null
);
create index simulated_disputes_run_at_idx on simulated_disputes (run_at);
