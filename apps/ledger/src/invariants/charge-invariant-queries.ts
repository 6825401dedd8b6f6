import { invariant } from '@pitanga/database';
import { isAvailableSql, platformOwner } from '../balances/account';

/** A charge is captured once, as a payment or as a top-up, under the id that makes a repeat a no-op. */
export const oneCapturePerCharge = invariant(
  'one_capture_per_charge',
  `select format('charge %s of %s has %s capture journals: %s', reference_id, store_id, count(*),
      string_agg(id, ',' order by id)) as violation
    from journals where kind in ('charge.captured', 'top_up.received')
    group by store_id, dev_mode, reference_id
    having count(*) <> 1
      or min(id) <> case min(kind) when 'charge.captured' then 'capture:' else 'top_up:' end || reference_id`,
);

/** What a store has put in is its top-ups less what its refunds took of them, and never below zero. */
export const topUpMatchesHolds = invariant(
  'top_up_matches_holds',
  `select format('top_up of %s (dev %s) is %s: %s received, %s taken by refunds', coalesce(b.store_id, j.store_id, h.store_id),
      coalesce(b.dev_mode, j.dev_mode, h.dev_mode), coalesce(b.balance_cents, 0), coalesce(j.total, 0),
      coalesce(h.total, 0)) as violation
    from (select store_id, dev_mode, balance_cents from balances where account = 'top_up') b
    full join (
      select j.store_id, j.dev_mode, sum(e.amount_cents) as total
      from journals j
      join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
      where j.kind = 'top_up.received' and e.account = 'top_up'
      group by j.store_id, j.dev_mode
    ) j using (store_id, dev_mode)
    full join (
      select store_id, dev_mode, sum(top_up_cents) as total from holds
      where state <> 'RELEASED' and top_up_cents > 0 group by store_id, dev_mode
    ) h using (store_id, dev_mode)
    where coalesce(b.balance_cents, 0) <> coalesce(j.total, 0) - coalesce(h.total, 0) or b.balance_cents < 0`,
);

/** The refunds of a charge that were not released never exceed what was paid. */
export const refundsWithinPayments = invariant(
  'refunds_within_payments',
  `select format('the refunds of charge %s of %s take %s, it was paid %s', h.charge_id, h.store_id, h.total,
      coalesce(j.paid, 0)) as violation
    from (
      select store_id, dev_mode, charge_id, sum(amount_cents) as total from holds
      where charge_id is not null and state <> 'RELEASED'
      group by store_id, dev_mode, charge_id
    ) h
    left join (
      select j.store_id, j.dev_mode, j.reference_id, -sum(e.amount_cents) as paid
      from journals j
      join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
      where j.kind = 'charge.captured' and e.account = 'provider_clearing'
      group by j.store_id, j.dev_mode, j.reference_id
    ) j on j.store_id = h.store_id and j.dev_mode = h.dev_mode and j.reference_id = h.charge_id
    where h.total > coalesce(j.paid, 0)`,
);

/** The pending balance of a store, or of a sub-account, is the sum of its open parts. */
export const pendingMatchesParts = invariant(
  'pending_matches_parts',
  `select format('%s of %s (dev %s) is %s, its open parts are %s', coalesce(b.account, p.account),
      coalesce(b.store_id, p.store_id), coalesce(b.dev_mode, p.dev_mode), coalesce(b.balance_cents, 0), coalesce(p.total, 0)) as violation
    from (
      select store_id, dev_mode, account, balance_cents from balances
      where account = 'pending' or account like 'sub_pending:%'
    ) b
    full join (
      select store_id, dev_mode, coalesce('sub_pending:' || sub_account_id, 'pending') as account, sum(open_cents) as total
      from pending_parts group by 1, 2, 3
    ) p on p.store_id = b.store_id and p.dev_mode = b.dev_mode and p.account = b.account
    where coalesce(b.balance_cents, 0) <> coalesce(p.total, 0)`,
);

/** Every part is the sum of what is open, settled and taken of it, and every taking has its part. */
export const partsAddUp = invariant(
  'parts_add_up',
  `select format('part %s of charge %s of %s is %s: %s open, %s settled, %s taken', coalesce(p.number, t.number),
      coalesce(p.charge_id, t.charge_id), coalesce(p.store_id, t.store_id), coalesce(p.amount_cents, 0),
      coalesce(p.open_cents, 0), coalesce(p.settled_cents, 0), coalesce(t.total, 0)) as violation
    from pending_parts p
    full join (
      select store_id, dev_mode, charge_id, number, sum(amount_cents) as total
      from part_takings group by store_id, dev_mode, charge_id, number
    ) t on t.store_id = p.store_id and t.dev_mode = p.dev_mode and t.charge_id = p.charge_id and t.number = p.number
    where p.number is null or p.amount_cents <> p.open_cents + p.settled_cents + coalesce(t.total, 0)`,
);

/** The settled amount of a charge's parts is what its settlement journals made available. */
export const settlementsMatchJournals = invariant(
  'settlements_match_journals',
  `select format('parts of charge %s of %s have settled %s, its journals %s', coalesce(p.charge_id, j.charge_id),
      coalesce(p.store_id, j.store_id), coalesce(p.total, 0), coalesce(j.total, 0)) as violation
    from (
      select store_id, dev_mode, charge_id, sum(settled_cents) as total
      from pending_parts group by store_id, dev_mode, charge_id
    ) p
    full join (
      select j.store_id, j.dev_mode, j.reference_id as charge_id, sum(e.amount_cents) as total
      from journals j
      join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
      where j.kind = 'charge.settled' and ${isAvailableSql('e.account')}
      group by j.store_id, j.dev_mode, j.reference_id
    ) j on j.store_id = p.store_id and j.dev_mode = p.dev_mode and j.charge_id = p.charge_id
    where coalesce(p.total, 0) <> coalesce(j.total, 0)`,
);

/** Every advance has its journal, with the amount it took of parts and its cost, and every such journal its advance. */
export const advancesMatchJournals = invariant(
  'advances_match_journals',
  `select format('advance %s of %s took %s at %s; of parts %s, its journal %s at %s', coalesce(a.id, j.reference_id),
      coalesce(a.store_id, j.store_id), coalesce(a.amount_cents, 0), coalesce(a.cost_cents, 0), coalesce(t.total, 0),
      coalesce(j.total, 0), coalesce(j.cost, 0)) as violation
    from advances a
    full join (
      select j.store_id, j.dev_mode, j.reference_id, -sum(e.amount_cents) filter (where e.account = 'pending') as total,
        coalesce(sum(e.amount_cents) filter (where e.account = 'fees_earned'), 0) as cost
      from journals j
      join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
      where j.kind = 'advance.made'
      group by j.store_id, j.dev_mode, j.reference_id
    ) j on j.store_id = a.store_id and j.dev_mode = a.dev_mode and j.reference_id = a.id
    left join (
      select store_id, dev_mode, taker_id, sum(amount_cents) as total
      from part_takings group by store_id, dev_mode, taker_id
    ) t on t.store_id = a.store_id and t.dev_mode = a.dev_mode and t.taker_id = a.id
    where a.amount_cents is distinct from j.total or a.cost_cents is distinct from j.cost
      or a.amount_cents is distinct from t.total`,
);

/** What is blocked of a store and its sub-accounts is the sum of its open disputes. */
export const blockedMatchesDisputes = invariant(
  'blocked_matches_disputes',
  `select format('blocked of %s (dev %s) is %s, its open disputes are %s', coalesce(b.store_id, d.store_id),
      coalesce(b.dev_mode, d.dev_mode), coalesce(b.balance_cents, 0), coalesce(d.total, 0)) as violation
    from (
      select store_id, dev_mode, sum(balance_cents) as balance_cents from balances
      where account = 'blocked' or account like 'sub_blocked:%' group by store_id, dev_mode
    ) b
    full join (
      select store_id, dev_mode, sum(amount_cents) as total from disputes where state = 'OPEN'
      group by store_id, dev_mode
    ) d on d.store_id = b.store_id and d.dev_mode = b.dev_mode
    where coalesce(b.balance_cents, 0) <> coalesce(d.total, 0)`,
);

/** Every dispute has exactly the journals of its state, and every dispute journal has its dispute. */
export const disputesMatchJournals = invariant(
  'disputes_match_journals',
  matchesJournals('dispute', 'disputes', {
    OPEN: 'dispute.opened',
    WON: 'dispute.opened,dispute.won',
    LOST: 'dispute.lost,dispute.opened',
  }),
);

/** Every overpayment has exactly the journals of its state, and every such journal has its overpayment. */
export const overpaymentsMatchJournals = invariant(
  'overpayments_match_journals',
  matchesJournals('overpayment', 'overpayments', {
    OPEN: 'overpayment.received',
    RETURNED: 'overpayment.received,overpayment.returned',
  }),
);

/** Every Pix without a charge has exactly the journals of its state, and every such journal has its Pix. */
export const keyPaymentsMatchJournals = invariant(
  'key_payments_match_journals',
  matchesJournals('key_payment', 'key_payments', {
    OPEN: 'key_payment.received',
    ATTACHED: 'key_payment.attached,key_payment.received',
    RETURNED: 'key_payment.received,key_payment.returned',
  }),
);

/** The suspense balance of an environment is the sum of its held refunds, open overpayments and Pix without a charge. */
export const suspenseMatchesOpenReturns = invariant(
  'suspense_matches_open_returns',
  `select format('suspense of dev %s is %s, the open refunds, overpayments and Pix without a charge are %s', coalesce(b.dev_mode, o.dev_mode),
      coalesce(b.total, 0), coalesce(o.total, 0)) as violation
    from (
      select dev_mode, sum(balance_cents) as total from balances
      where store_id = '${platformOwner}' and account = 'suspense' group by dev_mode
    ) b
    full join (
      select dev_mode, sum(cents) as total
      from (
        select dev_mode, amount_cents + fee_cents as cents from holds where state = 'HELD' and purpose = 'REFUND'
        union all
        select dev_mode, amount_cents from overpayments where state = 'OPEN'
        union all
        select dev_mode, amount_cents from key_payments where state = 'OPEN'
      ) open_returns
      group by dev_mode
    ) o on o.dev_mode = b.dev_mode
    where coalesce(b.total, 0) <> coalesce(o.total, 0)`,
);

/** Every day of revenue is what the provider owes for its payments, less what its refunds and lost disputes took. */
export const revenueMatchesEntries = invariant(
  'revenue_matches_entries',
  `select format('revenue of %s (dev %s) on %s is %s by %s payments, its entries say %s by %s', coalesce(r.store_id, e.store_id),
      coalesce(r.dev_mode, e.dev_mode), coalesce(r.day, e.day), coalesce(r.amount_cents, 0), coalesce(r.payments, 0),
      coalesce(e.total, 0), coalesce(e.payments, 0)) as violation
    from daily_revenue r
    full join (
      select j.store_id, j.dev_mode, (j.occurred_at at time zone 'America/Sao_Paulo')::date as day,
        -sum(e.amount_cents) as total, count(distinct j.id) filter (where j.kind = 'charge.captured') as payments,
        coalesce(sum(e.amount_cents) filter (where j.kind = 'dispute.lost'), 0) as disputed
      from journals j
      join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
      where j.kind in ('charge.captured', 'hold.settled', 'dispute.lost') and e.account = 'provider_clearing'
      group by 1, 2, 3
    ) e on e.store_id = r.store_id and e.dev_mode = r.dev_mode and e.day = r.day
    where coalesce(r.amount_cents, 0) <> coalesce(e.total, 0) or coalesce(r.payments, 0) <> coalesce(e.payments, 0)
      or coalesce(r.disputed_cents, 0) <> coalesce(e.disputed, 0)`,
);

/** Every day's payments by method are as many as those of its revenue, and more than it only by refunds and lost disputes. */
export const receiptsMatchRevenue = invariant(
  'receipts_match_revenue',
  `select format('receipts of %s (dev %s) on %s are %s by %s payments, its revenue says %s by %s', coalesce(r.store_id, m.store_id),
      coalesce(r.dev_mode, m.dev_mode), coalesce(r.day, m.day), coalesce(m.total, 0), coalesce(m.payments, 0),
      coalesce(r.amount_cents, 0), coalesce(r.payments, 0)) as violation
    from daily_revenue r
    full join (
      select store_id, dev_mode, day, sum(amount_cents) as total, sum(payments) as payments
      from daily_receipts group by store_id, dev_mode, day
    ) m on m.store_id = r.store_id and m.dev_mode = r.dev_mode and m.day = r.day
    where coalesce(r.payments, 0) <> coalesce(m.payments, 0) or coalesce(m.total, 0) < coalesce(r.amount_cents, 0)`,
);

/** @param steps the kinds of journals for each state of the table's rows, in alphabetical order */
function matchesJournals(what: string, table: string, steps: Readonly<Record<string, string>>): string {
  const expected = Object.entries(steps).map(([state, kinds]) => `when '${state}' then '${kinds}'`);
  return `select format('${what} %s of %s is %s, its journals are %s', coalesce(t.id, j.reference_id),
      coalesce(t.store_id, j.store_id), coalesce(t.state, 'absent'), coalesce(j.steps, 'none')) as violation
    from ${table} t
    full join (
      select store_id, dev_mode, reference_id, string_agg(kind, ',' order by kind) as steps
      from journals where kind like '${what}.%' group by store_id, dev_mode, reference_id
    ) j on j.store_id = t.store_id and j.dev_mode = t.dev_mode and j.reference_id = t.id
    where coalesce(j.steps, 'none') is distinct from case t.state ${expected.join(' ')} else 'absent' end`;
}
