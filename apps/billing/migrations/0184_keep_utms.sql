set local lock_timeout = '5s';

-- Where the buyer of a charge came from (docs/behaviour/charges.md#utms): an object of texts. Null: nothing said so. No index:
-- nothing looks for them.
alter table charges add column utms jsonb;

-- The same of a start by automatic Pix, whose first charge is made after the bank has answered.
alter table pix_authorizations add column utms jsonb;
