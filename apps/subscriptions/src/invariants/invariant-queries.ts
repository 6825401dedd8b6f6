import { invariant, type Invariant } from '@pitanga/database';

/** The running figures of every store are the sums of its subscriptions. */
const revenueMatchesSubscriptions = invariant(
  'revenue_matches_subscriptions',
  `select format('revenue of %s (dev %s) is %s twelfths of %s active, its subscriptions say %s of %s',
      coalesce(r.store_id, s.store_id), coalesce(r.dev_mode, s.dev_mode), coalesce(r.mrr_twelfths, 0),
      coalesce(r.active_subscriptions, 0), coalesce(s.twelfths, 0), coalesce(s.active, 0)) as violation
    from recurring_revenue r
    full join (
      select store_id, dev_mode, count(*) as active,
        coalesce(sum((amount_cents - discount_cents) * case cycle when 'WEEKLY' then 52 when 'MONTHLY' then 12
          when 'QUARTERLY' then 4 when 'SEMIANNUALLY' then 2 else 1 end) filter (where is_recurring and paused_at is null), 0) as twelfths
      from subscriptions where status = 'ACTIVE' group by store_id, dev_mode
    ) s on s.store_id = r.store_id and s.dev_mode = r.dev_mode
    where coalesce(r.mrr_twelfths, 0) <> coalesce(s.twelfths, 0)
      or coalesce(r.active_subscriptions, 0) <> coalesce(s.active, 0)`,
);

/**
 * A subscription is revenue from the start, or from the first charge after its trial, until it is cancelled: where that
 * charge begins before the trial ends, from its end on.
 */
const trialsAreNoRevenue = invariant(
  'trials_are_no_revenue',
  `select format('subscription %s of %s counts as revenue: %s', id, store_id, is_recurring) as violation
    from subscriptions
    where is_recurring <> (
      status = 'ACTIVE' and (trial_ends_at is null or cycle_number > 1
        or cycle_begun_at is not null and lead_days = 0)
    )`,
);

/** An attempt is in flight exactly where the step of its subscription has one. */
const attemptsMatchSteps = invariant(
  'attempts_match_steps',
  `select format('subscription %s of %s is at %s with attempt %s of cycle %s under way', coalesce(s.id, a.subscription_id),
      coalesce(s.store_id, a.store_id), s.step, a.number, a.cycle_number) as violation
    from (select * from subscriptions where step in ('CHARGE', 'PAUSE', 'CANCEL')) s
    full join (select * from cycle_attempts where state = 'STARTED') a
      on a.store_id = s.store_id and a.dev_mode = s.dev_mode and a.subscription_id = s.id
      and a.cycle_number = s.cycle_number and a.number = s.attempts
    where s.id is null or a.number is null`,
);

/**
 * The cycle before the present one has ended and the present one has not, so every cycle ended in its turn. Only a pause
 * leaves one unpaid or skips it.
 */
const cyclesArePaidInOrder = invariant(
  'cycles_are_paid_in_order',
  `select format('subscription %s of %s is at cycle %s, which is %s after one that is %s', s.id, s.store_id,
      s.cycle_number, coalesce(c.status, 'not begun'), coalesce(b.status, 'not begun')) as violation
    from subscriptions s
    left join cycles b on b.store_id = s.store_id and b.dev_mode = s.dev_mode and b.subscription_id = s.id
      and b.number = s.cycle_number - 1
    left join cycles c on c.store_id = s.store_id and c.dev_mode = s.dev_mode and c.subscription_id = s.id
      and c.number = s.cycle_number
    where s.cycle_number > 1 and coalesce(b.status, 'OPEN') = 'OPEN'
      or c.status is distinct from case when s.cycle_begun_at is null then null
        when s.status = 'CANCELLED' then 'UNPAID' else 'OPEN' end`,
);

/** A skipped cycle has cost nothing and was never tried; one that was paid has an attempt that was, once. */
const cyclesMatchAttempts = invariant(
  'cycles_match_attempts',
  `select format('cycle %s of %s of %s is %s with %s attempts, %s of them paid', c.number, c.subscription_id,
      c.store_id, c.status, count(a.number), count(a.number) filter (where a.state = 'PAID')) as violation
    from cycles c
    left join cycle_attempts a on a.store_id = c.store_id and a.dev_mode = c.dev_mode
      and a.subscription_id = c.subscription_id and a.cycle_number = c.number
    group by c.store_id, c.dev_mode, c.subscription_id, c.number, c.status
    having (c.status = 'PAID') <> (count(a.number) filter (where a.state = 'PAID') = 1)
      or (c.status = 'SKIPPED') <> (count(a.number) = 0)`,
);

/**
 * Only an active subscription is paused or has an end set, and only a paused one has an end of its pause. A cycle that
 * began before it fell due is taken back, and may wait for its due instant in a pause.
 */
const pausesMatchSteps = invariant(
  'pauses_match_steps',
  `select format('subscription %s of %s is %s at %s, paused %s, resumes %s, ends %s', id, store_id, status, step,
      paused_at, resumes_at, ends_at) as violation
    from subscriptions
    where resumes_at is not null and paused_at is null
      or status = 'CANCELLED' and (paused_at is not null or ends_at is not null)
      or step = 'PAUSE' and paused_at is null and (lead_days = 0 or ends_at is null)
      or paused_at is not null and step = 'WAIT' and cycle_begun_at is not null and lead_days = 0`,
);

/** Each reads whole tables, in one pass and without locks. */
export const invariants: readonly Invariant[] = [
  revenueMatchesSubscriptions,
  trialsAreNoRevenue,
  attemptsMatchSteps,
  cyclesArePaidInOrder,
  cyclesMatchAttempts,
  pausesMatchSteps,
];
