set local lock_timeout = '5s';

-- A refund that was COMPLETE and whose money came back to the provider's account: the buyer does not have it.
alter table refunds
  add column bounced_at timestamptz,
  -- One of our reasons, and the provider's own code.
  add column bounce_reason text,
  add column bounce_code text,
  -- When a person had given the buyer the money by another way.
  add column bounce_settled_at timestamptz;
