set local lock_timeout = '5s';

-- A boleto that a payment provider registers needs the payer's whole address beside the postal code.
alter table customers
  add column address text,
  add column city text,
  add column state text;

-- The provider's id of a boleto and the address of its own PDF.
alter table charges
  add column boleto_reference text,
  add column boleto_pdf_url text;

-- Not every provider's boleto has a Pix code.
alter table charges drop constraint charges_boleto_check;
alter table charges add constraint charges_boleto_check
  check (method <> 'BOLETO' or (bar_code is not null and digitable_line is not null and due_date is not null)) not valid;
