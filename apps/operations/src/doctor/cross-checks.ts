import { perService } from '../platform/services';
import { accountsHaveOwners } from './account-owners';
import type { Databases } from './databases';
import { comparePairs, type CrossCheck, type PairCheck, type Violation } from './pairs';

const paidStates = `('PAID', 'REFUNDED', 'UNDER_DISPUTE', 'CHARGED_BACK')`;

/** How a refund or payout and its hold may stand to each other; the end of one comes moments before the other's. */
const ends = {
  'COMPLETE DONE': ['SETTLED'],
  // A payout that may still come back, and one that has.
  'COMPLETE RETURNS': ['SETTLED'],
  'RETURNED RETURNS': ['SETTLED'],
  'RETURNED DONE': ['SETTLED'],
  'FAILED DONE': ['RELEASED', 'ABSENT'],
  'CANCELLED DONE': ['RELEASED', 'ABSENT'],
  'PENDING RESERVE': ['HELD', 'ABSENT'],
  'PENDING KEY': ['HELD', 'ABSENT'],
  'PENDING TAKE_BACK': ['HELD', 'RELEASED', 'ABSENT'],
  // A payout that waits for a person, and one that waits no more.
  'PENDING APPROVE WAITING': ['HELD'],
  'PENDING APPROVE REJECTED': ['HELD', 'RELEASED'],
  'PENDING APPROVE EXPIRED': ['HELD', 'RELEASED'],
  'PENDING SEND': ['HELD'],
  'PENDING WATCH': ['HELD'],
  // Given up before anything was held.
  ABSENT: ['RELEASED'],
};

const holdColumns = `id, store_id, dev_mode, state,
  case when state <> 'RELEASED' then amount_cents + fee_cents end as amount from holds`;

/** Every paid charge is booked once, as what it is and with what was paid, but an order of nothing; nothing else is. */
const chargesAreCaptured: PairCheck = {
  name: 'charges_are_captured',
  left: {
    service: 'billing',
    sql: `select id, store_id, dev_mode, case origin when 'TOP_UP' then 'TOP_UP' else 'SALE' end as state,
        paid_amount_cents as amount
      from charges where status in ${paidStates} and method <> 'FREE'`,
  },
  right: {
    service: 'ledger',
    sql: `select j.reference_id as id, j.store_id, j.dev_mode,
        case when count(distinct j.id) > 1 then 'BOOKED TWICE' when min(j.kind) = 'top_up.received' then 'RECEIVED'
          else 'CAPTURED' end as state,
        -sum(e.amount_cents)::bigint as amount
      from journals j
      join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
      where j.kind in ('charge.captured', 'top_up.received') and e.account = 'provider_clearing'
      group by j.reference_id, j.store_id, j.dev_mode`,
  },
  expected: { SALE: ['CAPTURED'], TOP_UP: ['RECEIVED'] },
};

/** Every refund has the hold of its state, and every hold of a refund has it. */
const refundsAreHeld: PairCheck = {
  name: 'refunds_are_held',
  left: {
    service: 'billing',
    sql: `select id, store_id, dev_mode,
        concat_ws(' ', status, step, case when step = 'APPROVE' then approval_status end) as state,
        amount_cents as amount from refunds where kind = 'REQUESTED'`,
  },
  right: { service: 'ledger', sql: `select ${holdColumns} where id like 'ref\\_%'` },
  expected: ends,
};

/** Every payout and Pix send has the hold of its state, and every other hold has one; a refund's is held as a refund. */
const payoutsAreHeld: PairCheck = {
  name: 'payouts_are_held',
  left: {
    service: 'payouts',
    sql: `select id, store_id, dev_mode,
        concat_ws(' ', status, step, case when step = 'APPROVE' then approval_status end) as state,
        amount_cents + platform_fee_cents as amount from payouts where kind <> 'REFUND'`,
  },
  right: { service: 'ledger', sql: `select ${holdColumns} where id not like 'ref\\_%'` },
  expected: ends,
};

/** What came back of a payout is available again, and nothing else is. */
const payoutReturnsAreBooked: PairCheck = {
  name: 'payout_returns_are_booked',
  left: {
    service: 'payouts',
    sql: `select id, store_id, dev_mode, 'RETURNED' as state, returned_cents as amount
      from payouts where returned_cents > 0 and kind <> 'REFUND'`,
  },
  right: {
    service: 'ledger',
    sql: `select id, store_id, dev_mode, 'BOOKED' as state, returned_cents as amount
      from holds where returned_cents > 0`,
  },
  expected: { RETURNED: ['BOOKED'] },
};

/** Money that a charge could not take is in suspense until it is back. */
const overpaymentsAreBooked: PairCheck = {
  name: 'overpayments_are_booked',
  left: {
    service: 'billing',
    sql: `select id, store_id, dev_mode, status as state, amount_cents as amount
      from refunds where kind = 'OVERPAYMENT'`,
  },
  right: {
    service: 'ledger',
    sql: `select id, store_id, dev_mode, state, amount_cents as amount from overpayments`,
  },
  expected: { PENDING: ['OPEN'], FAILED: ['OPEN'], COMPLETE: ['RETURNED'] },
};

/** A Pix without a charge is in suspense until it pays one or is back. */
const keyPaymentsAreBooked: PairCheck = {
  name: 'key_payments_are_booked',
  left: {
    service: 'billing',
    sql: `select id, store_id, dev_mode, status as state, amount_cents as amount from key_payments`,
  },
  right: {
    service: 'ledger',
    sql: `select id, store_id, dev_mode, state, amount_cents as amount from key_payments`,
  },
  expected: { WAITING: ['OPEN'], RETURNING: ['OPEN'], ATTACHED: ['ATTACHED'], RETURNED: ['RETURNED'] },
};

/** Every dispute blocks its money until it is decided. */
const disputesAreBooked: PairCheck = {
  name: 'disputes_are_booked',
  left: {
    service: 'billing',
    sql: `select id, store_id, dev_mode, status as state, amount_cents as amount from disputes`,
  },
  right: { service: 'ledger', sql: `select id, store_id, dev_mode, state, amount_cents as amount from disputes` },
  expected: { OPEN: ['OPEN'], WON: ['WON'], LOST: ['LOST'] },
};

/** A subscription is active exactly as long as billing has an active agreement, which ends last. */
const subscriptionsAreAgreed: PairCheck = {
  name: 'subscriptions_are_agreed',
  left: {
    service: 'subscriptions',
    sql: `select id, store_id, dev_mode, case when step in ('CANCEL', 'END') then 'ENDING' else status end as state,
        null::bigint as amount from subscriptions`,
  },
  right: {
    service: 'billing',
    sql: `select subscription_id as id, store_id, dev_mode, status as state, null::bigint as amount
      from agreements where status in ('ACTIVE', 'ENDED')`,
  },
  expected: { ACTIVE: ['ACTIVE'], ENDING: ['ACTIVE', 'ENDED'], CANCELLED: ['ENDED'] },
};

/** Every store is known to the services that need its settings. */
const storesAreConfigured: readonly PairCheck[] = (['billing', 'payouts'] as const).map((service) => ({
  name: `stores_are_known_to_${service}`,
  left: {
    service: 'gateway',
    sql: `select id, id as store_id, false as dev_mode, 'ACTIVE' as state, null::bigint as amount
        from stores where status = 'ACTIVE'`,
  },
  right: {
    service,
    sql: `select store_id as id, store_id, false as dev_mode, 'KNOWN' as state, null::bigint as amount
        from store_settings`,
  },
  // Settings come before the store is ACTIVE.
  expected: { ACTIVE: ['KNOWN'], ABSENT: ['KNOWN'] },
}));

interface Owed {
  readonly dev_mode: boolean;
  readonly cents: number;
}

/** What the provider owes: what was paid, less what went back and what was lost, by the ledger and by billing. */
const clearingIsOwed: CrossCheck = {
  name: 'clearing_is_owed',
  find: async ({ billing, ledger }) => {
    const [owed, booked] = await Promise.all([
      billing.raw<{ rows: Owed[] }>(
        `select dev_mode, sum(cents)::bigint as cents from (
          select dev_mode, paid_amount_cents as cents from charges where status in ${paidStates}
          union all select dev_mode, -amount_cents from refunds where kind = 'REQUESTED' and status = 'COMPLETE'
          union all select dev_mode, amount_cents from refunds where kind = 'OVERPAYMENT' and status <> 'COMPLETE'
          union all select dev_mode, amount_cents from key_payments where status in ('WAITING', 'RETURNING')
          union all select dev_mode, -amount_cents from disputes where status = 'LOST'
        ) as flows group by dev_mode`,
      ),
      ledger.raw<{ rows: Owed[] }>(
        `select dev_mode, -sum(balance_cents)::bigint as cents from balances
          where store_id = '~platform' and account = 'provider_clearing' group by dev_mode`,
      ),
    ]);
    return [true, false].flatMap((devMode): Violation[] => {
      const of = ({ rows }: { rows: Owed[] }): number => rows.find((row) => row.dev_mode === devMode)?.cents ?? 0;
      const about = devMode ? 'dev' : 'production';
      if (of(owed) === of(booked)) return [];
      const text = `${about}: the provider owes ${String(of(owed))} by billing, ${String(of(booked))} by the ledger`;
      return [{ about, text }];
    });
  },
};

/** A store's test clock is the same everywhere, but while it is being advanced. */
const clocksAreTheSame: CrossCheck = {
  name: 'clocks_are_the_same',
  find: async (databases: Databases) => {
    const clocks = new Map<string, Record<string, number>>();
    for (const [service, db] of Object.entries(databases)) {
      const { rows } = await db.raw<{ rows: { store_id: string; offset_ms: number }[] }>(
        'select store_id, offset_ms from store_clocks where advancing_until is null or advancing_until < now()',
      );
      for (const row of rows) clocks.set(row.store_id, { ...clocks.get(row.store_id), [service]: row.offset_ms });
    }
    const none = perService(() => 0);
    return [...clocks].flatMap(([about, offsets]): Violation[] => {
      const all = Object.values({ ...none, ...offsets });
      const told = Object.entries(offsets).map(([service, offset]) => `${service} ${String(offset)} ms`);
      return new Set(all).size === 1 ? [] : [{ about, text: `the clock of ${about} is ahead by: ${told.join(', ')}` }];
    });
  },
};

export const pairChecks: readonly PairCheck[] = [
  chargesAreCaptured,
  refundsAreHeld,
  payoutsAreHeld,
  payoutReturnsAreBooked,
  overpaymentsAreBooked,
  keyPaymentsAreBooked,
  disputesAreBooked,
  subscriptionsAreAgreed,
  ...storesAreConfigured,
];

export const crossChecks: readonly CrossCheck[] = [
  ...pairChecks.map(comparePairs),
  clearingIsOwed,
  clocksAreTheSame,
  accountsHaveOwners,
];
