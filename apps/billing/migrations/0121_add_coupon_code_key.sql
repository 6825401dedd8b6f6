set local lock_timeout = '5s';

-- Any visible text is a code now. Its key is folded by the service: what lower() folds depends on the locale of the database.
-- Rows of the release before have none, and codes of ASCII alone, which lower() folds everywhere alike.
alter table coupons
  add column code_key text,
  drop constraint coupons_code_check,
  add constraint coupons_code_check check (char_length(code) between 1 and 50) not valid;
