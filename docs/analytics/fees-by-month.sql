-- What payments cost and how much of them went back, by month of São Paulo. The sums are those of the statement's
-- PAYMENT and REFUND lines.
with months as (
  select
    store_id,
    dev_mode,
    date_trunc('month', day)::date as month,
    coalesce(sum(cents) filter (not is_refund), 0)::bigint as paid_cents,
    coalesce(sum(fee_cents) filter (not is_refund), 0)::bigint as fees_cents,
    coalesce(sum(cents) filter (is_refund), 0)::bigint as refunded_cents
  from money
  group by all
)
select
  *,
  round(100.0 * fees_cents / nullif(paid_cents, 0), 2) as fee_percent,
  round(100.0 * refunded_cents / nullif(paid_cents, 0), 2) as refund_percent
from months
order by all;
