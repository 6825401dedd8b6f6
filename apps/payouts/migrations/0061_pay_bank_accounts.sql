-- no-transaction
set lock_timeout = '5s';

-- A payout goes to a Pix key or, by TED, to a bank account, which has columns of its own: the sealed one is all that is paid. A
-- version before this one cannot open what it is to pay of such a row, and leaves it alone.
alter table payouts
  add column if not exists bank_account_sealed bytea,
  add column if not exists masked_bank_account jsonb,
  alter column target_key_sealed drop not null;

-- Not valid first, so that the exclusive lock lasts a moment; the scan that proves the old rows blocks nobody.
alter table payouts
  drop constraint if exists payouts_pix_key_type_check,
  add constraint payouts_pix_key_type_check
    check (pix_key_type in ('CPF', 'CNPJ', 'PHONE', 'EMAIL', 'RANDOM', 'BR_CODE', 'BANK_ACCOUNT')) not valid,
  drop constraint if exists payouts_target_type_check,
  add constraint payouts_target_type_check
    check (target_type in ('CPF', 'CNPJ', 'PHONE', 'EMAIL', 'RANDOM', 'BR_CODE', 'BANK_ACCOUNT')) not valid,
  drop constraint if exists payouts_receiver_check,
  add constraint payouts_receiver_check check (
    (target_type = 'BANK_ACCOUNT') = (pix_key_type = 'BANK_ACCOUNT')
    and (target_type = 'BANK_ACCOUNT') = (target_key_sealed is null)
    and (target_type = 'BANK_ACCOUNT') = (bank_account_sealed is not null)
    and (target_type = 'BANK_ACCOUNT') = (masked_bank_account is not null)
    and (target_type <> 'BANK_ACCOUNT' or (kind = 'WITHDRAW' and not is_fee_included and end_to_end_id is null))
  ) not valid;
alter table payouts validate constraint payouts_pix_key_type_check;
alter table payouts validate constraint payouts_target_type_check;
alter table payouts validate constraint payouts_receiver_check;
