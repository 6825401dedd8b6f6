import { invariant, type Invariant } from '@pitanga/database';
import { isAvailableSql, platformAccounts, platformOwner } from '../balances/account';
import {
  advancesMatchJournals,
  blockedMatchesDisputes,
  disputesMatchJournals,
  keyPaymentsMatchJournals,
  oneCapturePerCharge,
  overpaymentsMatchJournals,
  partsAddUp,
  pendingMatchesParts,
  receiptsMatchRevenue,
  refundsWithinPayments,
  revenueMatchesEntries,
  settlementsMatchJournals,
  suspenseMatchesOpenReturns,
  topUpMatchesHolds,
} from './charge-invariant-queries';
import {
  splitTakingsMatchJournals,
  subStatementsMatchAvailable,
  subTransfersMatchJournals,
} from './split-invariant-queries';

const platform = platformAccounts.map((account) => `'${account}'`).join(', ');

/** Every journal is complete, has two entries or more and sums to zero, and every entry has its journal. */
export const journalsBalance = invariant(
  'journals_balance',
  `select format('journal %s of %s has %s of %s entries, sum %s', coalesce(j.id, e.journal_id),
      coalesce(j.store_id, e.store_id), coalesce(e.lines, 0), coalesce(j.entry_count, 0), coalesce(e.total, 0)) as violation
    from journals j
    full join (
      select store_id, dev_mode, journal_id, count(*) as lines, sum(amount_cents) as total
      from entries group by store_id, dev_mode, journal_id
    ) e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
    where j.id is null or e.journal_id is null or e.total <> 0 or e.lines <> j.entry_count or e.lines < 2`,
);

/** Every balance row is the sum of its entries, and every account with entries has its row. */
export const balancesMatchEntries = invariant(
  'balances_match_entries',
  `select format('%s of %s (dev %s, stripe %s) is %s, its entries sum to %s', coalesce(b.account, e.account),
      coalesce(b.store_id, e.owner_id), coalesce(b.dev_mode, e.dev_mode), coalesce(b.stripe, e.stripe),
      coalesce(b.balance_cents, 0), coalesce(e.total, 0)) as violation
    from balances b
    full join (
      select case when account in (${platform}) then '${platformOwner}' else store_id end as owner_id,
        dev_mode, account, stripe, sum(amount_cents) as total
      from entries group by 1, 2, 3, 4
    ) e on e.owner_id = b.store_id and e.dev_mode = b.dev_mode and e.account = b.account and e.stripe = b.stripe
    where coalesce(b.balance_cents, 0) <> coalesce(e.total, 0)`,
);

/**
 * What of every balance is the operator's is the sum of the journals that are; each of them is balanced, so what is left is
 * the merchant's, balanced as well (docs/behaviour/money.md#owners).
 */
export const operatorSharesMatchJournals = invariant(
  'operator_shares_match_journals',
  `select format('of %s of %s (dev %s, stripe %s) the operator has %s, its journals sum to %s', coalesce(b.account, e.account),
      coalesce(b.store_id, e.owner_id), coalesce(b.dev_mode, e.dev_mode), coalesce(b.stripe, e.stripe),
      coalesce(b.operator_cents, 0), coalesce(e.total, 0)) as violation
    from balances b
    full join (
      select case when e.account in (${platform}) then '${platformOwner}' else e.store_id end as owner_id,
        e.dev_mode, e.account, e.stripe, sum(e.amount_cents) as total
      from journals j
      join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
      where j.owner = 'OPERATOR'
      group by 1, 2, 3, 4
    ) e on e.owner_id = b.store_id and e.dev_mode = b.dev_mode and e.account = b.account and e.stripe = b.stripe
    where coalesce(b.operator_cents, 0) <> coalesce(e.total, 0)`,
);

/** What ends a hold, a dispute or a Pix without a charge, or settles a payment, is of the owner of what began it. */
export const journalsKeepTheirOwner = invariant(
  'journals_keep_their_owner',
  `select format('%s of %s is of %s, and began as of %s', j.id, j.store_id, coalesce(j.owner, 'nobody'),
      coalesce(first.owner, 'nobody')) as violation
    from journals j
    join journals first on first.store_id = j.store_id and first.dev_mode = j.dev_mode and first.id = case
      when j.kind in ('hold.settled', 'hold.released', 'hold.returned') then 'hold:' || j.reference_id || ':reserved'
      when j.kind in ('dispute.won', 'dispute.lost') then 'dispute:' || j.reference_id || ':opened'
      when j.kind in ('key_payment.attached', 'key_payment.returned') then 'key_payment:' || j.reference_id
      when j.kind = 'charge.settled' then 'capture:' || j.reference_id
    end
    where j.owner is distinct from first.owner`,
);

/** The balances of an environment sum to zero: no money is created or lost. */
export const environmentsSumToZero = invariant(
  'environments_sum_to_zero',
  `select format('balances of dev %s sum to %s', dev_mode, sum(balance_cents)) as violation
    from balances group by dev_mode having sum(balance_cents) <> 0`,
);

/** Credits less debits of a store's statement are what it has available. */
export const statementMatchesAvailable = invariant(
  'statement_matches_available',
  `select format('statement of %s (dev %s) sums to %s, available is %s', coalesce(b.store_id, s.store_id),
      coalesce(b.dev_mode, s.dev_mode), coalesce(s.total, 0), coalesce(b.balance_cents, 0)) as violation
    from (select store_id, dev_mode, balance_cents from balances where account = 'available') b
    full join (
      select e.store_id, e.dev_mode, sum(
        case m.movement ->> 'effect' when 'CREDIT' then 1 when 'DEBIT' then -1 else 0 end
          * (m.movement ->> 'amountCents')::bigint
      ) as total
      from statement_entries e cross join lateral jsonb_array_elements(e.movements) as m(movement)
      group by e.store_id, e.dev_mode
    ) s on s.store_id = b.store_id and s.dev_mode = b.dev_mode
    where coalesce(s.total, 0) <> coalesce(b.balance_cents, 0)`,
);

/** Every hold has exactly the journals of its state, and every hold journal has its hold. */
export const holdsMatchJournals = invariant(
  'holds_match_journals',
  `select format('hold %s of %s is %s, its journals are %s', coalesce(h.id, j.reference_id),
      coalesce(h.store_id, j.store_id), coalesce(h.state, 'absent'), coalesce(j.steps, 'none')) as violation
    from holds h
    full join (
      select store_id, dev_mode, reference_id, string_agg(kind, ',' order by kind) as steps
      from journals where kind in ('hold.reserved', 'hold.settled', 'hold.released')
      group by store_id, dev_mode, reference_id
    ) j on j.store_id = h.store_id and j.dev_mode = h.dev_mode and j.reference_id = h.id
    where coalesce(j.steps, 'none') is distinct from case
      when h.id is null then 'absent'
      when h.purpose is null then 'none'
      when h.state = 'HELD' then 'hold.reserved'
      when h.state = 'SETTLED' then 'hold.reserved,hold.settled'
      else 'hold.released,hold.reserved'
    end`,
);

/** What has come back of every settled payout is what its journals made available again. */
export const returnsMatchJournals = invariant(
  'returns_match_journals',
  `select format('%s of hold %s of %s came back, its journals say %s', coalesce(h.returned_cents, 0),
      coalesce(h.id, j.reference_id), coalesce(h.store_id, j.store_id), coalesce(j.total, 0)) as violation
    from holds h
    full join (
      select j.store_id, j.dev_mode, j.reference_id, sum(e.amount_cents) as total
      from journals j
      join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
      where j.kind = 'hold.returned' and ${isAvailableSql('e.account')}
      group by j.store_id, j.dev_mode, j.reference_id
    ) j on j.store_id = h.store_id and j.dev_mode = h.dev_mode and j.reference_id = h.id
    where coalesce(h.returned_cents, 0) <> coalesce(j.total, 0)`,
);

/** The payouts in flight of a store are the sum of its open payout holds. */
export const inFlightMatchesHolds = invariant(
  'in_flight_matches_holds',
  `select format('payouts_in_flight of %s (dev %s) is %s, its open holds are %s', coalesce(b.store_id, h.store_id),
      coalesce(b.dev_mode, h.dev_mode), coalesce(b.balance_cents, 0), coalesce(h.total, 0)) as violation
    from (select store_id, dev_mode, balance_cents from balances where account = 'payouts_in_flight') b
    full join (
      select store_id, dev_mode, sum(amount_cents + fee_cents) as total
      from holds where state = 'HELD' and purpose in ('WITHDRAW', 'TRANSFER', 'SUB_WITHDRAW')
      group by store_id, dev_mode
    ) h on h.store_id = b.store_id and h.dev_mode = b.dev_mode
    where coalesce(b.balance_cents, 0) <> coalesce(h.total, 0)`,
);

/**
 * Each scans whole tables once, without locks: seconds per ten million entries. Beyond that, check closed months once
 * and add their totals.
 */
export const invariants: readonly Invariant[] = [
  journalsBalance,
  balancesMatchEntries,
  operatorSharesMatchJournals,
  journalsKeepTheirOwner,
  environmentsSumToZero,
  statementMatchesAvailable,
  subStatementsMatchAvailable,
  splitTakingsMatchJournals,
  subTransfersMatchJournals,
  holdsMatchJournals,
  inFlightMatchesHolds,
  returnsMatchJournals,
  oneCapturePerCharge,
  refundsWithinPayments,
  topUpMatchesHolds,
  pendingMatchesParts,
  partsAddUp,
  settlementsMatchJournals,
  advancesMatchJournals,
  blockedMatchesDisputes,
  disputesMatchJournals,
  suspenseMatchesOpenReturns,
  overpaymentsMatchJournals,
  keyPaymentsMatchJournals,
  revenueMatchesEntries,
  receiptsMatchRevenue,
];
