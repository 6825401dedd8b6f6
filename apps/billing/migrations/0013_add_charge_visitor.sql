set local lock_timeout = '5s';

alter table charges
  -- Of a payment link's page: which visitor the payment is for.
  add column visitor text constraint charges_visitor_check check (char_length(visitor) between 1 and 64),
  -- In whose name a boleto of a page is. A stranger who types somebody's tax id is not shown the name we know it by.
  add column boleto_payer_name text;

-- Each visitor of a link has at most one open Pix charge, however many pages ask for it at once.
create unique index charges_visitor_open_pix_idx on charges (checkout_id, visitor)
  where origin = 'PAYMENT_LINK' and visitor is not null and method = 'PIX' and status = 'PENDING';

-- A visitor's payments, newest first: a link may have very many of others.
create index charges_visitor_idx on charges (checkout_id, visitor, sort_key desc) where visitor is not null;
