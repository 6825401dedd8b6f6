-- Monthly recurring revenue and active subscriptions as of now: GET /v2/public-mrr/mrr.
with
plans as (
  -- With the first cycle a trial is over, and with any a new plan begins; a pause and new coupons tell of themselves.
  select store_id, dev_mode, key, happened_at, id, data -> 'subscription' ->> 'cycle' as frequency, data
  from events where type in ('subscription.started', 'subscription.updated')
  union all
  select store_id, dev_mode, key, happened_at, id, data ->> 'frequency', data
  from events where type = 'cycle.opened'
),
active as (
  select store_id, dev_mode, key from events where type in ('subscription.started', 'subscription.trial_started')
  except
  select store_id, dev_mode, key from events where type = 'subscription.cancelled'
),
plan as (
  select *, coalesce((data ->> 'recurringCents')::bigint, 0) as recurring_cents
  from plans
  qualify row_number() over (partition by store_id, dev_mode, key order by happened_at desc, id desc) = 1
),
times (frequency, per_year) as (
  values ('WEEKLY', 52), ('MONTHLY', 12), ('QUARTERLY', 4), ('SEMIANNUALLY', 2), ('ANNUALLY', 1)
)
select
  store_id,
  dev_mode,
  -- Rounded half up once, like the API.
  (coalesce(sum(recurring_cents * per_year), 0)::bigint + 6) // 12 as mrr_cents,
  count(*) as active_subscriptions
from active
left join plan using (store_id, dev_mode, key)
left join times using (frequency)
group by all
order by all;
