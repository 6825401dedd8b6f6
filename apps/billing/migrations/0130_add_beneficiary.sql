set local lock_timeout = '5s';

-- The store as a boleto's form names it; null until a gateway that knows it has told it.
alter table store_settings
  add column merchant_legal_name text,
  add column merchant_tax_id_sealed bytea;
