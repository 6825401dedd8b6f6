set local lock_timeout = '5s';

create table coupons (
  -- Merchants only ever see the code; the id orders the lists by creation.
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  code text not null constraint coupons_code_check check (code ~ '^[A-Za-z0-9_-]{1,50}$'),
  code_folded text generated always as (lower(code)) stored,
  discount_kind text not null constraint coupons_discount_kind_check check (discount_kind in ('PERCENTAGE', 'FIXED')),
  -- Basis points for PERCENTAGE, centavos for FIXED.
  discount bigint not null,
  status text not null
    constraint coupons_status_check check (status in ('ACTIVE', 'INACTIVE', 'EXPIRED', 'DELETED')),
  notes text,
  -- -1 is without limit.
  max_redeems bigint not null constraint coupons_max_redeems_check check (max_redeems = -1 or max_redeems >= 1),
  redeems_count bigint not null default 0,
  -- json keeps the caller's text as it was given; jsonb would reorder keys and rewrite numbers.
  metadata json not null constraint coupons_metadata_size_check check (octet_length(metadata::text) <= 16384),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint coupons_discount_check check (
    case discount_kind when 'PERCENTAGE' then discount between 1 and 10000 else discount >= 100 end
  ),
  constraint coupons_redeems_count_check check (
    redeems_count >= 0 and (max_redeems = -1 or redeems_count <= max_redeems)
  )
);

-- Lists, newest first.
create index coupons_store_id_idx on coupons (store_id, dev_mode, id desc);

-- One coupon per code, ignoring case, also under parallel creates; a deleted coupon frees its code.
create unique index coupons_store_code_idx on coupons (store_id, dev_mode, code_folded)
  where status <> 'DELETED';

-- Deleted coupons by code, the newest first: get with status DELETED, and cursors deleted since.
create index coupons_deleted_code_idx on coupons (store_id, dev_mode, code_folded, id desc)
  where status = 'DELETED';
