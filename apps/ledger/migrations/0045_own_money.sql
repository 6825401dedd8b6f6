-- no-transaction
set lock_timeout = '5s';

-- Whose account the money of a journal came in by, or leaves by: every journal is of one owner, so what each has is
-- balanced by itself. Null in dev mode, and of what no service said it of: that counts as the merchant's.
alter table journals add column if not exists owner text;
alter table journals
  drop constraint if exists journals_owner_check,
  add constraint journals_owner_check check (owner in ('MERCHANT', 'OPERATOR')) not valid;
alter table journals validate constraint journals_owner_check;

-- What of a balance came by journals of the operator; the rest is the merchant's. The version before adds none: what it
-- books counts as the merchant's.
alter table balances add column if not exists operator_cents bigint not null default 0;

-- Whose account a payout leaves by, or the charge of a refund or dispute was paid by: what ends them is of the same owner.
alter table holds add column if not exists owner text;
alter table holds
  drop constraint if exists holds_owner_check,
  add constraint holds_owner_check check (owner in ('MERCHANT', 'OPERATOR')) not valid;
alter table holds validate constraint holds_owner_check;

alter table disputes add column if not exists owner text;
alter table disputes
  drop constraint if exists disputes_owner_check,
  add constraint disputes_owner_check check (owner in ('MERCHANT', 'OPERATOR')) not valid;
alter table disputes validate constraint disputes_owner_check;
