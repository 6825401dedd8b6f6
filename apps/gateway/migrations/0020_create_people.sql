set local lock_timeout = '5s';

-- The people who sign in. The e-mail is personal data: sealed, and found by its fingerprint. Every user has proved by a
-- link that the e-mail is theirs; before that there is only the link.
create table users (
  id text collate "C" primary key,
  email_sealed bytea not null,
  email_fingerprint bytea not null,
  -- PHC string of argon2id, with its parameters and salt.
  password_hash text not null,
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  constraint users_email_fingerprint_length check (octet_length(email_fingerprint) = 32),
  constraint users_password_hash_length check (length(password_hash) <= 300)
);

-- Sign-in finds a user by e-mail, and no two users share one.
create unique index users_email on users (email_fingerprint);

-- Signed-in browsers. Only the SHA-256 of the cookie's random 256 bits is kept.
create table sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  hash bytea not null,
  -- PASSWORD: the second factor is still to come.
  level text not null,
  -- The last time that this session proved a second factor.
  second_factor_at timestamptz,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The absolute end; the idle end follows from last_seen_at.
  ends_at timestamptz not null,
  constraint sessions_level check (level in ('PASSWORD', 'FULL')),
  constraint sessions_hash_length check (octet_length(hash) = 32),
  constraint sessions_user_agent_length check (length(user_agent) <= 200)
);

-- Every request of a session looks it up.
create unique index sessions_hash on sessions (hash);

-- A user's list of sessions, and their end at a change of the password.
create index sessions_user on sessions (user_id);

-- The purge of ended sessions.
create index sessions_end on sessions (ends_at);

-- One authenticator app for each user.
create table user_totps (
  user_id text collate "C" primary key references users (id) on delete cascade,
  secret_sealed bytea not null,
  -- Null until a first code has proved that the app has the secret.
  confirmed_at timestamptz,
  -- The 30-second step of the last accepted code: that code and older ones are refused.
  last_step bigint not null,
  created_at timestamptz not null
);

-- Codes for a lost authenticator, each good once. They have 80 random bits, so SHA-256 suffices.
create table recovery_codes (
  user_id text collate "C" not null references users (id) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table passkeys (
  -- The credential's own id, base64url.
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  name text not null,
  -- COSE key.
  public_key bytea not null,
  -- Uses as the authenticator counts them: a number that does not grow betrays a copy. 0 = it does not count.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_id_length check (length(id) <= 1400),
  constraint passkeys_name_length check (length(name) between 1 and 100)
);

-- A user's passkeys.
create index passkeys_user on passkeys (user_id);

-- Challenges of passkeys, deleted when they are answered.
create table passkey_challenges (
  hash bytea primary key,
  -- Null: any passkey may answer, to sign in.
  user_id text collate "C" references users (id) on delete cascade,
  purpose text not null,
  expires_at timestamptz not null,
  constraint passkey_challenges_purpose check (purpose in ('REGISTER', 'SIGN_IN', 'SECOND_FACTOR'))
);

-- The purge of unanswered challenges.
create index passkey_challenges_end on passkey_challenges (expires_at);

-- Failed attempts that are counted to slow down guessing, by account, by address and by known browser.
create table sign_in_attempts (
  subject text collate "C" primary key,
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz
);

-- The purge of forgotten attempts.
create index sign_in_attempts_last on sign_in_attempts (last_at);

-- The roles of people in stores, in both environments of each.
create table members (
  store_id text not null references stores (id),
  user_id text collate "C" not null references users (id) on delete cascade,
  role text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (store_id, user_id),
  constraint members_role check (role in ('OWNER', 'DEVELOPER', 'FINANCE', 'SUPPORT', 'VIEWER'))
);

-- The stores of a user.
create index members_user on members (user_id);

-- Messages to people, each with a link that works once. The operator reads them until mail is sent.
create table account_messages (
  id text collate "C" primary key,
  kind text not null,
  -- SHA-256 of the token in the link.
  hash bytea not null,
  email_sealed bytea not null,
  email_fingerprint bytea not null,
  -- Null once the link was used.
  link_sealed bytea,
  user_id text collate "C" references users (id) on delete cascade,
  -- An invitation's store and role. invited_by is null for an invitation of the operator.
  store_id text references stores (id),
  role text,
  invited_by text collate "C",
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint account_messages_kind check
    (kind in ('SIGN_UP', 'ALREADY_REGISTERED', 'RESET_PASSWORD', 'NO_ACCOUNT', 'INVITATION')),
  constraint account_messages_hash_length check (octet_length(hash) = 32),
  constraint account_messages_role check (role in ('OWNER', 'DEVELOPER', 'FINANCE', 'SUPPORT', 'VIEWER')),
  constraint account_messages_invitation check ((kind = 'INVITATION') = (store_id is not null and role is not null))
);

-- A link is looked up by its token.
create unique index account_messages_hash on account_messages (hash);

-- How many messages an e-mail was sent lately.
create index account_messages_email on account_messages (email_fingerprint, created_at);

-- A store's open invitations.
create index account_messages_store on account_messages (store_id) where used_at is null;

-- The purge of old messages.
create index account_messages_end on account_messages (expires_at);
