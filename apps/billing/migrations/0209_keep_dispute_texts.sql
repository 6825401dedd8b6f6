set local lock_timeout = '5s';

-- What was answered stays readable: the texts are kept when they were sent. Earlier ones are gone.
alter table dispute_answers drop constraint dispute_answers_evidence_check;
alter table dispute_answers add constraint dispute_answers_evidence_check
  check (status <> 'SENDING' or evidence is not null) not valid;

-- The payer was erased while the answer was on its way: its texts go when it ends.
alter table dispute_answers add column is_forgotten boolean not null default false;
