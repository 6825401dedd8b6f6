set local lock_timeout = '5s';

alter table disputes
  -- Who tells about it: the provider of the charge. Null for those opened before this column.
  add column provider text,
  -- The provider's id of it.
  add column reference text,
  -- While it is open: whether the merchant is to answer, or the answer is judged.
  add column answer_state text not null default 'NEEDS_ANSWER',
  -- Ours, of a published list, and the provider's own word for it.
  add column reason_code text not null default 'GENERAL',
  add column provider_code text,
  -- The last instant for an answer; null where the provider sets none.
  add column due_by timestamptz;
alter table disputes add constraint disputes_answer_state_check
  check (answer_state in ('NEEDS_ANSWER', 'UNDER_REVIEW')) not valid;

-- What a merchant answers to a dispute, and where it stands on its way to the provider.
create table dispute_answers (
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  dispute_id text not null references disputes (id),
  -- The texts, which may name a payer: null once they were sent or refused, when the provider has them or nobody needs them.
  evidence jsonb,
  -- False: kept at the provider, and changed until it is submitted.
  is_submitted boolean not null,
  status text not null constraint dispute_answers_status_check check (status in ('SENDING', 'SENT', 'REFUSED')),
  failure text,
  run_at timestamptz not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dispute_answers_evidence_check check ((status = 'SENDING') = (evidence is not null))
);

-- The answers of a dispute, newest first.
create index dispute_answers_dispute_id_idx on dispute_answers (dispute_id, id desc);

-- One is on its way at a time.
create unique index dispute_answers_sending_idx on dispute_answers (dispute_id) where status = 'SENDING';

-- The job's queue.
create index dispute_answers_run_at_idx on dispute_answers (run_at) where status = 'SENDING';
