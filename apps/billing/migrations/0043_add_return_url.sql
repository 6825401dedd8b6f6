set local lock_timeout = '5s';

-- Where the buyer of a transparent card charge goes after a confirmation at the bank.
alter table charges add column return_url text;
