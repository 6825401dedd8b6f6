set local lock_timeout = '5s';

-- The files of answers to disputes.
create table dispute_files (
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  dispute_id text not null references disputes (id),
  kind text not null constraint dispute_files_kind_check check (kind in ('RECEIPT', 'CUSTOMER_COMMUNICATION',
    'CUSTOMER_SIGNATURE', 'SHIPPING', 'SERVICE', 'REFUND_POLICY', 'CANCELLATION_POLICY', 'DUPLICATE_CHARGE', 'OTHER')),
  -- By its bytes, whatever its name says.
  content_type text not null constraint dispute_files_content_type_check
    check (content_type in ('image/jpeg', 'image/png', 'application/pdf')),
  size_bytes integer not null constraint dispute_files_size_bytes_check check (size_bytes > 0),
  -- Both may name a payer: null once the provider has the file.
  name_sealed bytea,
  content_sealed bytea,
  -- The answer that takes it along; null while it waits for one.
  answer_id text references dispute_answers (id),
  -- The provider's id of it, where files are given to it before the answer.
  reference text,
  created_at timestamptz not null,
  constraint dispute_files_content_check check ((name_sealed is null) = (content_sealed is null)),
  constraint dispute_files_answer_id_check check (content_sealed is not null or answer_id is not null)
);

-- Encrypted bytes do not compress.
alter table dispute_files alter column content_sealed set storage external;

-- The files of a dispute, oldest first.
create index dispute_files_dispute_id_idx on dispute_files (dispute_id, id);

-- The files of an answer.
create index dispute_files_answer_id_idx on dispute_files (answer_id) where answer_id is not null;

-- What is to be deleted once its dispute takes no answer any more.
create index dispute_files_held_idx on dispute_files (created_at) where content_sealed is not null;
