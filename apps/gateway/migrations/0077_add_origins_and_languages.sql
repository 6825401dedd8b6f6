set local lock_timeout = '5s';

-- Where the request came from that a mail about security is about: the browser in words of ours, and the address without its
-- end. Null: of the operator, or written by an earlier version.
alter table security_notices add column device text, add column address text;

-- The language that a person chose: pt-BR or en. Null: none yet.
alter table users add column language text;
