set local lock_timeout = '5s';

-- Saved cards: what is needed to recognise one and to charge it through the vault. Never a number, never a
-- security code, and no hash of a number either: 10^9 guesses would undo it.
create table cards (
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  -- Whose vault it is: later charges go there.
  provider text not null,
  vault_reference text not null,
  brand text not null,
  last_four text not null constraint cards_last_four_check check (last_four ~ '^[0-9]{4}$'),
  exp_month integer not null constraint cards_exp_month_check check (exp_month between 1 and 12),
  exp_year integer not null,
  holder_name text not null,
  -- SHA-256 of card_tok_…, which is random enough (190 bits) for a plain hash.
  token_hash bytea not null constraint cards_token_hash_check check (octet_length(token_hash) = 32),
  created_at timestamptz not null
);

-- A merchant's saved token names one of the merchant's own cards.
create unique index cards_token_hash_idx on cards (store_id, dev_mode, token_hash);

-- ctok_…: one charge within a minute (real time).
create table card_tokens (
  hash bytea primary key constraint card_tokens_hash_check check (octet_length(hash) = 32),
  store_id text not null,
  dev_mode boolean not null,
  card_id text not null references cards (id),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Each card is typed once, so it has one token; the purge deletes by it.
create unique index card_tokens_card_id_idx on card_tokens (card_id);

-- The purge of old tokens.
create index card_tokens_expires_at_idx on card_tokens (expires_at);
