set lock_timeout = '5s';

-- What is booked never changes, but that the store of a sandbox goes as a whole: by the form of its id, which no other store has.
drop trigger journals_immutable on journals;
create trigger journals_immutable before update or truncate on journals
  for each statement execute function reject_change();
create trigger journals_kept before delete on journals
  for each row when (old.store_id !~ '^store_sbox_[0-9A-Za-z]{24}$') execute function reject_change();

-- The partitions keep their own triggers: a statement that names one of them deletes nothing at all.
drop trigger entries_immutable on entries;
create trigger entries_immutable before update or truncate on entries
  for each statement execute function reject_change();
create trigger entries_kept before delete on entries
  for each row when (old.store_id !~ '^store_sbox_[0-9A-Za-z]{24}$') execute function reject_change();
