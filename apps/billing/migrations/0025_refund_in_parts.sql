-- no-transaction
set lock_timeout = '5s';

alter table charges validate constraint charges_refunded_check;
alter table checkouts validate constraint checkouts_refunded_check;

-- Payment links accumulate what went back of their payments.
update checkouts o set refunded_cents = r.total
from (
  select checkout_id, sum(amount_cents) as total from refunds
  where kind = 'REQUESTED' and status = 'COMPLETE' and checkout_id is not null
  group by checkout_id
) r
where o.id = r.checkout_id and o.frequency = 'MULTIPLE_PAYMENTS' and o.refunded_cents = 0;

-- A charge has any number of refunds, one at a time under way. The version before asks for one that did not fail under
-- the lock of the charge, and makes none beside it.
drop index concurrently if exists refunds_pending_idx;
create unique index concurrently refunds_pending_idx on refunds (charge_id)
  where kind = 'REQUESTED' and status = 'PENDING';
drop index concurrently if exists refunds_charge_idx;
