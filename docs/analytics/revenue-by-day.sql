-- Net revenue by day and method. Its sums by day are GET /v2/public-mrr/revenue.
select
  store_id,
  dev_mode,
  day,
  method,
  coalesce(sum(cents) filter (not is_refund), 0)::bigint as paid_cents,
  coalesce(sum(cents) filter (is_refund), 0)::bigint as refunded_cents,
  sum(case when is_refund then -cents else cents end)::bigint as net_cents,
  count(*) filter (not is_refund) as payments
from money
group by all
order by all;
