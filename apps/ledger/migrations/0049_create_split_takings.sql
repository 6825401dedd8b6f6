set local lock_timeout = '5s';

-- What a refund or a dispute of a split charge takes from its sub-accounts.
create table split_takings (
  store_id text not null,
  dev_mode boolean not null,
  -- The refund or the dispute.
  taker_id text not null,
  sub_account_id text not null,
  charge_id text not null,
  -- Its share of what goes back, and what of it it had; the rest came from the store.
  share_cents bigint not null,
  amount_cents bigint not null,
  constraint split_takings_pkey primary key (store_id, dev_mode, taker_id, sub_account_id),
  constraint split_takings_amount_check check (share_cents > 0 and amount_cents >= 0 and amount_cents <= share_cents)
);

-- What of a charge went back before.
create index split_takings_charge_idx on split_takings (store_id, dev_mode, charge_id);

-- The lines of the statement of each sub-account, which are lines of its store's.
create table sub_account_entries (
  store_id text not null,
  dev_mode boolean not null,
  sub_account_id text not null,
  entry_id text not null,
  constraint sub_account_entries_pkey primary key (store_id, dev_mode, sub_account_id, entry_id)
);

create function add_sub_account_entries() returns trigger language plpgsql as $$
begin
  insert into sub_account_entries (store_id, dev_mode, sub_account_id, entry_id)
  select distinct a.store_id, a.dev_mode, m ->> 'subAccountId', a.id
  from added a cross join lateral jsonb_array_elements(a.movements) m
  where jsonb_exists(m, 'subAccountId');
  return null;
end
$$;

create trigger statement_entries_sub_accounts after insert on statement_entries
  referencing new table as added for each statement execute function add_sub_account_entries();
