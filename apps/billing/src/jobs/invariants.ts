import { invariant, type Invariant } from '@pitanga/database';
import { refundedSql } from '../charges/charge-row';
import { hasNoOpenStart } from '../checkouts/checkout-repository';
import {
  checkoutsArePaidOnce,
  checkoutsMatchPayments,
  paidCheckoutsAreClosed,
  paidStates,
} from './checkout-invariants';

/** Exactly the paid charges have a paid amount and a time of payment. */
export const paymentsAreWhole = invariant(
  'payments_are_whole',
  `select format('charge %s of %s is %s, paid %s at %s', id, store_id, status, paid_amount_cents, paid_at) as violation
    from charges
    where (status in ${paidStates}) <> (paid_at is not null and paid_amount_cents is not null)`,
);

/** What was paid at an account that did not make the charge is on its way back from there. */
export const orphansGoBack = invariant(
  'orphans_go_back',
  `select format('%s of %s was paid at %s, and no refund is of it', o.reference, o.store_id, o.provider) as violation
    from charge_orphans o join charges c on c.id = o.charge_id
    where o.state = 'PAID' and not exists (
      select from refunds r where r.charge_id = o.charge_id and r.provider = o.provider and r.kind = 'OVERPAYMENT'
    )`,
);

/** The count of a coupon is that of its redemptions: reserved, confirmed, and freed but not yet counted back. */
export const couponsMatchRedemptions = invariant(
  'coupons_match_redemptions',
  `select format('coupon %s of %s counts %s redemptions, there are %s', p.id, p.store_id, p.redeems_count,
      coalesce(r.uses, 0)) as violation
    from coupons p
    left join (
      select coupon_id, count(*) as uses from coupon_redemptions
      where status in ('RESERVED', 'CONFIRMED', 'FREED') group by coupon_id
    ) r on r.coupon_id = p.id
    where p.redeems_count <> coalesce(r.uses, 0)`,
);

/**
 * The refunded amount of a charge is the sum of its COMPLETE refunds; when nothing is left, the charge is REFUNDED. With
 * pending refunds and disputes, the total never exceeds the paid amount.
 */
export const refundsMatchCharges = invariant(
  'refunds_match_charges',
  `select format('charge %s of %s is %s of %s, refunded %s; its refunds %s, under way %s, disputed %s', c.id, c.store_id,
      c.status, c.paid_amount_cents, ${refundedSql('c')}, coalesce(r.complete, 0), coalesce(r.pending, 0),
      coalesce(d.total, 0)) as violation
    from charges c
    left join (
      select charge_id, sum(amount_cents) filter (where status = 'COMPLETE') as complete,
        sum(amount_cents) filter (where status = 'PENDING') as pending
      from refunds where kind = 'REQUESTED' group by charge_id
    ) r on r.charge_id = c.id
    left join (
      select charge_id, sum(amount_cents) as total from disputes where status in ('OPEN', 'LOST') group by charge_id
    ) d on d.charge_id = c.id
    where (c.status = 'REFUNDED' or c.refunded_cents <> 0 or r.charge_id is not null or d.charge_id is not null) and (
      ${refundedSql('c')} is distinct from coalesce(r.complete, 0)
      or c.status = 'PAID' and coalesce(r.complete, 0) >= c.paid_amount_cents
      or coalesce(r.complete, 0) + coalesce(r.pending, 0) + coalesce(d.total, 0) > coalesce(c.paid_amount_cents, 0)
    )`,
);

/** Every refund ends within a day, unless it waits for the payer's Pix key or for a person. */
export const refundsEnd = invariant(
  'refunds_end',
  `select format('refund %s of %s is at %s since %s after %s attempts', id, store_id, step, requested_at, attempts) as violation
    from refunds
    where status = 'PENDING' and step <> 'KEY'
      and not (step = 'APPROVE' and coalesce(approval_status = 'WAITING', false)) and requested_at < :now::timestamptz - interval '24 hours'`,
);

/**
 * What is sent to a Pix key, or was, needed no approval or has it of somebody else than who asked, or of who was alone after
 * the delay. The table's constraints refuse anything else; this finds where one is missing.
 */
export const noRefundIsSentUnapproved = invariant(
  'refund_sent_unapproved',
  `select format('refund %s of %s (dev %s) is at %s with an approval that is %s', id, store_id, dev_mode, step,
      approval_status) as violation
    from refunds
    where approval_status is not null and (
      (approval_status <> 'APPROVED' and (step in ('SEND', 'WATCH') or status = 'COMPLETE'))
      or (approval_status = 'APPROVED' and (decided_by is null or step = 'APPROVE'
        or (requested_by_kind = 'USER' and requested_by = decided_by
          and not coalesce(is_alone and decided_at >= sends_at, false)))))`,
);

/** The money of a COMPLETE refund is with its payer, or a person has settled that it came back. */
export const refundsReachPayers = invariant(
  'refunds_reach_payers',
  `select format('refund %s of %s (%s centavos) came back at %s: %s', id, store_id, amount_cents, bounced_at, bounce_reason)
      as violation
    from refunds where bounced_at is not null and bounce_settled_at is null`,
);

/** The state of a disputed charge matches that of its dispute. */
export const disputesMatchCharges = invariant(
  'disputes_match_charges',
  `select format('charge %s of %s is %s, its dispute %s is %s', coalesce(c.id, d.charge_id), coalesce(c.store_id, d.store_id),
      coalesce(c.status, 'not disputed'), coalesce(d.id, 'none'), coalesce(d.status, 'absent')) as violation
    from (select * from charges where status in ('UNDER_DISPUTE', 'CHARGED_BACK')) c
    full join (select * from disputes where status in ('OPEN', 'LOST')) d on d.charge_id = c.id
    where (c.status is not distinct from 'UNDER_DISPUTE') <> (d.status is not distinct from 'OPEN')
      or (c.status is not distinct from 'CHARGED_BACK') <> (d.status is not distinct from 'LOST')`,
);

/** Overdue charges and checkouts expire within the hour. A store's clock is never behind real time. */
export const nothingIsOpenForEver = invariant(
  'nothing_is_open_for_ever',
  `select format('charge %s of %s could be paid until %s', id, store_id, coalesce(payable_until, expires_at)) as violation
    from charges
    where status = 'PENDING' and coalesce(payable_until, expires_at) < :now::timestamptz - interval '1 hour'
    union all
    select format('checkout %s of %s could be paid until %s', id, store_id, expires_at)
    from checkouts where status = 'PENDING' and expires_at < :now::timestamptz - interval '1 hour' and ${hasNoOpenStart}`,
);

/** No row is set aside by the job whose work fails at it. A row that is not tried again was settled another way. */
export const noRowIsSetAside = invariant(
  'no_row_is_set_aside',
  `select format('%s of %s in %s has failed %s times since %s', job, id, store_id, failures, since) as violation
    from set_aside where run_at > :now::timestamptz - interval '5 minutes'`,
);

/** A customer has one ACTIVE subscription per checkout, and its first charge is paid. */
export const agreementsArePaid = invariant(
  'agreements_are_paid',
  `select format('subscription %s of %s is %s, its first charge %s is %s', a.subscription_id, a.store_id, a.status,
      a.charge_id, coalesce(c.status, 'absent')) as violation
    from agreements a left join charges c on c.id = a.charge_id
    where a.status = 'ACTIVE' and a.charge_id is not null
      and (c.status is null or c.status not in ${paidStates} or c.subscription_id is distinct from a.subscription_id)
    union all
    select format('customer %s of %s has %s ACTIVE subscriptions from %s', customer_id, store_id, count(*), checkout_id)
    from agreements where status = 'ACTIVE'
    group by store_id, dev_mode, checkout_id, customer_id having count(*) > 1`,
);

/** The charge of an attempt belongs to its subscription, and the charge of a voided attempt is not paid. */
export const attemptsMatchCharges = invariant(
  'attempts_match_charges',
  `select format('attempt %s of %s (voided %s) has charge %s, which is %s of %s', t.attempt_id, t.store_id,
      t.voided_at is not null, t.charge_id, coalesce(c.status, 'absent'), c.subscription_id) as violation
    from cycle_attempts t left join charges c on c.id = t.charge_id
    where t.charge_id is not null and (
      c.id is null or c.subscription_id is distinct from t.subscription_id
      or t.voided_at is not null and c.status in ${paidStates}
    )`,
);

/** A payer's bank ends a debit within days of its day; one that is stuck holds its subscription. */
export const debitsEnd = invariant(
  'debits_end',
  `select format('debit %s of %s is at %s since its day %s', txid, store_id, step, collect_on) as violation
    from pix_debits where step in ('SEND', 'RETRY', 'SENT') and collect_on < (:now::timestamptz at time zone 'America/Sao_Paulo')::date - 5`,
);

/** An attempt that waits for its bank has a debit, and one that has ended does not keep its debit open. */
export const debitsMatchCharges = invariant(
  'debits_match_charges',
  `select format('debit %s of %s is at %s, its charge %s is %s', d.txid, d.store_id, d.step, d.charge_id,
      coalesce(c.status, 'absent')) as violation
    from pix_debits d left join charges c on c.id = d.charge_id
    where c.id is null or d.step in ('SEND', 'RETRY') and c.status = 'PAID'
      or d.step in ('FAILED', 'DONE') and c.status = 'PENDING'`,
);

/**
 * A Pix without a charge that is ATTACHED is the payment of its charge, or one that the charge could not take; no other is
 * the payment of a charge of a store that has its account, or another of the same login.
 */
export const keyPaymentsMatchCharges = invariant(
  'key_payments_match_charges',
  `select format('Pix %s of %s is %s with charge %s, and pays %s', k.id, k.store_id, k.status, coalesce(k.charge_id, 'none'),
      coalesce(c.id, r.charge_id, 'none')) as violation
    from key_payments k
    left join charges c on c.end_to_end_id = k.end_to_end_id
      and c.store_id in (
        select i.store_id from pix_inboxes i
        where i.account = k.account or i.login in (select o.login from pix_inboxes o where o.account = k.account)
      )
    left join refunds r on r.kind = 'OVERPAYMENT' and r.target = k.end_to_end_id and r.charge_id = k.charge_id
    where case when k.status = 'ATTACHED' then coalesce(c.id, r.charge_id) is distinct from k.charge_id else c.id is not null end`,
);

/** A return of a Pix without a charge ends within a day. */
export const keyReturnsEnd = invariant(
  'key_returns_end',
  `select format('the return of Pix %s of %s is at %s since %s after %s attempts', id, store_id, step, requested_at, attempts)
      as violation
    from key_payments where status = 'RETURNING' and requested_at < :now::timestamptz - interval '24 hours'`,
);

/**
 * Every movement at Asaas is explained by what happened here, once its refund or its credit has had two days; what is not was done
 * by others in the account, or is a fault. A person says what it is, or mends it.
 */
export const asaasMovementsAreExplained = invariant(
  'asaas_movements_explained',
  `select format('%s %s of %s centavos on %s in the Asaas account of %s is nothing of ours', e.type, e.id, e.amount_cents, e.day,
      e.store_id) as violation
    from asaas_entries e join asaas_accounts a on a.store_id = e.store_id and a.account_id = e.account_id
    where e.explained_as is null and e.day < (:now::timestamptz at time zone 'America/Sao_Paulo')::date - 2
    order by e.store_id, e.position`,
);

/** What a Pix or boleto brought, and a refund took, is a movement at Asaas five days later. */
export const asaasMovementsAreThere = invariant(
  'asaas_movements_there',
  `with known as (
      select r.store_id, r.account_id, min(e.day) as since from asaas_money_reads r
      join asaas_entries e on e.store_id = r.store_id and e.account_id = r.account_id
      where r.compared_at is not null group by r.store_id, r.account_id),
    ours as (
      select store_id, id, paid_at as at from charges
      where provider = 'asaas' and not dev_mode and card_id is null and paid_at is not null
      union all
      select r.store_id, r.id, r.updated_at from refunds r join charges c on c.id = r.charge_id
      where r.provider = 'asaas' and not r.dev_mode and r.pix_key_sealed is null and c.card_id is null and r.status = 'COMPLETE')
    select format('the Asaas account of %s has no movement of %s', o.store_id, o.id) as violation
    from ours o join known k on k.store_id = o.store_id
    where o.at < :now::timestamptz - interval '5 days' and (o.at at time zone 'America/Sao_Paulo')::date > k.since
      and not exists (select from asaas_entries e
        left join key_payments p on p.id = e.explained_by and p.account = e.account_id
        where e.store_id = o.store_id and e.account_id = k.account_id and o.id in (e.explained_by, p.charge_id))`,
);

/** What Asaas states is what its movements add up to. */
export const asaasBalancesAddUp = invariant(
  'asaas_balances_add_up',
  `select format('Asaas states %s centavos more in the account of %s than its movements add up to', difference_cents, store_id)
      as violation
    from asaas_money_reads where difference_cents <> 0`,
);

/** Each reads whole tables in one pass, without locks. */
export const invariants: readonly Invariant[] = [
  paymentsAreWhole,
  paidCheckoutsAreClosed,
  checkoutsMatchPayments,
  checkoutsArePaidOnce,
  couponsMatchRedemptions,
  orphansGoBack,
  refundsMatchCharges,
  refundsEnd,
  noRefundIsSentUnapproved,
  refundsReachPayers,
  disputesMatchCharges,
  nothingIsOpenForEver,
  noRowIsSetAside,
  agreementsArePaid,
  attemptsMatchCharges,
  debitsEnd,
  debitsMatchCharges,
  keyPaymentsMatchCharges,
  keyReturnsEnd,
  asaasMovementsAreExplained,
  asaasMovementsAreThere,
  asaasBalancesAddUp,
];
