set local lock_timeout = '5s';

-- What billing must know of a store; one row for both of its environments, written by the gateway.
-- A store without a row cannot charge: defaults here would charge fees nobody agreed to.
create table store_settings (
  store_id text primary key,
  merchant_name text not null,
  merchant_city text not null,
  pix_fee_cents bigint not null constraint store_settings_pix_fee_check check (pix_fee_cents >= 0),
  boleto_fee_cents bigint not null constraint store_settings_boleto_fee_check check (boleto_fee_cents >= 0),
  card_single_basis_points integer not null,
  card_short_basis_points integer not null,
  card_long_basis_points integer not null,
  card_fixed_fee_cents bigint not null constraint store_settings_card_fixed_fee_check check (card_fixed_fee_cents >= 0),
  automatic_pix_dev boolean not null,
  automatic_pix_prod boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint store_settings_card_basis_points_check check (
    card_single_basis_points between 0 and 9999
    and card_short_basis_points between 0 and 9999
    and card_long_basis_points between 0 and 9999
  )
);
