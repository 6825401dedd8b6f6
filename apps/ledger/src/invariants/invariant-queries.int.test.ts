import { cents, everyTenant } from '@pitanga/core';
import type { Db, Invariant } from '@pitanga/database';
import { aTenant, startBeforeAll, testIds, unseenStates, violatedInvariants } from '@pitanga/testing';
import {
  advanceAlone,
  aPaidBoleto,
  aPaidCard,
  aPaidPix,
  brokenInvariants,
  daysAfterNoon,
  fund,
  noon,
} from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { endKeyPaymentOnce, receiveKeyPayment } from '../booking/book-key-payments';
import { closeDispute, openDispute } from '../booking/book-disputes';
import { captureCharges } from '../booking/capture-charges';
import { assignToOperator } from '../owners/assign-owners';
import { returnPayout } from '../booking/return-payout';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import { splitCases, splitsInEveryState } from '../../test/split-states';
import { chargeContext } from '../charges/capture';
import { receiveTopUp } from '../booking/receive-top-up';
import { receiveOverpayment, returnOverpayment } from '../booking/book-overpayments';
import { settleDue } from '../booking/settle-parts';
import {
  advancesMatchJournals,
  blockedMatchesDisputes,
  disputesMatchJournals,
  keyPaymentsMatchJournals,
  oneCapturePerCharge,
  overpaymentsMatchJournals,
  partsAddUp,
  pendingMatchesParts,
  refundsWithinPayments,
  receiptsMatchRevenue,
  revenueMatchesEntries,
  settlementsMatchJournals,
  suspenseMatchesOpenReturns,
  topUpMatchesHolds,
} from './charge-invariant-queries';
import {
  balancesMatchEntries,
  environmentsSumToZero,
  holdsMatchJournals,
  inFlightMatchesHolds,
  invariants,
  journalsBalance,
  journalsKeepTheirOwner,
  operatorSharesMatchJournals,
  returnsMatchJournals,
  statementMatchesAvailable,
} from './invariant-queries';

const tenant = aTenant();
const held = testIds.next('payout', noon);
const ledger = startBeforeAll(startLedger);

beforeAll(async () => {
  await fund(ledger.deps, tenant, 100_000);
  const [settled, released] = [testIds.next('payout', noon), testIds.next('payout', noon)];
  for (const holdId of [held, settled, released]) {
    const money = { amountCents: cents(5_000), feeCents: cents(80) };
    await reserveHold(ledger.deps, tenant, {
      holdId,
      purpose: holdId === settled ? 'WITHDRAW' : 'TRANSFER',
      ...money,
      occurredAt: noon,
      description: undefined,
    });
  }
  await settleHold(ledger.deps, tenant, { holdId: settled, occurredAt: noon });
  await returnPayout(ledger.deps, tenant, { holdId: settled, returnedCents: cents(2_000), occurredAt: noon });
  await releaseHold(ledger.deps, tenant, { holdId: released, occurredAt: noon });
  await releaseHold(ledger.deps, tenant, { holdId: testIds.next('payout', noon), occurredAt: noon });
  await chargesInEveryState();
  await splitsInEveryState(ledger.deps, tenant);
  await assignToOperator(ledger.deps, tenant, ['CARD']);
});

/** Parts open, settled and taken; refunds, of parts and of a top-up, held, settled and released; disputes and overpayments open and ended. */
async function chargesInEveryState(): Promise<void> {
  await receiveTopUp(ledger.deps, aPaidPix(tenant, { chargeId: 'top_up_1', feeCents: cents(0) }));
  await captureCharges(ledger.deps, [aPaidPix(tenant, { owner: 'OPERATOR' })]);
  const owned = (['OPERATOR', 'MERCHANT', undefined] as const).map((owner) => aPaidCard(tenant, { owner }));
  const [refunded, released] = owned;
  for (const charge of owned) {
    const money = { purpose: 'REFUND', amountCents: charge.amountCents, feeCents: cents(0) } as const;
    const hold = { holdId: `ref_${charge.chargeId}`, occurredAt: noon };
    await reserveHold(ledger.deps, tenant, { ...hold, ...money, description: undefined, charge });
    if (charge === refunded) await settleHold(ledger.deps, tenant, hold);
    if (charge === released) await releaseHold(ledger.deps, tenant, hold);
  }
  for (const outcome of ['WON', 'LOST', undefined] as const) {
    for (const charge of [aPaidBoleto(tenant), aPaidPix(tenant)]) {
      const { amountCents } = charge;
      const dispute = { disputeId: testIds.next('dispute', noon), charge, amountCents, occurredAt: noon };
      await openDispute(ledger.deps, dispute);
      if (outcome) await closeDispute(ledger.deps, dispute, outcome);
    }
  }
  for (const charge of [aPaidBoleto(tenant), aPaidPix(tenant)]) {
    const refundId = testIds.next('refund', noon);
    const { chargeId, amountCents } = charge;
    const overpayment = { tenant, refundId, chargeId, amountCents, occurredAt: noon, context: chargeContext(charge) };
    await receiveOverpayment(ledger.deps, overpayment);
    if (charge.method === 'PIX') await returnOverpayment(ledger.deps, overpayment);
  }
  for (const state of ['OPEN', 'ATTACHED', 'RETURNED'] as const) {
    const id = testIds.next('keyPayment', noon);
    const payment = { tenant, id, amountCents: cents(700), owner: 'OPERATOR', receivedAt: noon } as const;
    await receiveKeyPayment(ledger.deps, payment);
    if (state !== 'OPEN') await endKeyPaymentOnce(ledger.deps, payment, { state, at: noon });
  }
  await settleDue(ledger.deps, everyTenant, daysAfterNoon(45));
  const input = { id: testIds.next('advance', noon), requestedCents: cents(1_000) };
  await advanceAlone(ledger.deps, tenant, input, { rateBasisPoints: 199 });
}

const cases: readonly [string, Invariant, (db: Db) => Promise<unknown>][] = [
  ['an entry was changed', journalsBalance, (db) => db('entries').where({ line: 1 }).update({ amount_cents: 1 })],
  ['entries lost their journal', journalsBalance, (db) => db('journals').where({ kind: 'hold.settled' }).delete()],
  [
    'a journal lost its entries',
    journalsBalance,
    (db) => db('entries').where('journal_id', 'like', 'capture:%').delete(),
  ],
  [
    'a balance was changed',
    balancesMatchEntries,
    (db) => db('balances').where({ account: 'available' }).update({ balance_cents: 7 }),
  ],
  [
    'the operator’s share of a balance was changed',
    operatorSharesMatchJournals,
    (db) => db('balances').where({ account: 'available' }).increment('operator_cents', 1),
  ],
  [
    'a journal became the operator’s by hand',
    operatorSharesMatchJournals,
    (db) => db('journals').where({ kind: 'charge.captured' }).update({ owner: 'OPERATOR' }),
  ],
  [
    'what ended a hold is of another owner',
    journalsKeepTheirOwner,
    (db) => db('journals').where({ kind: 'hold.settled' }).update({ owner: 'MERCHANT' }),
  ],
  ['a balance row was lost', balancesMatchEntries, (db) => db('balances').where({ account: 'bank' }).delete()],
  [
    'money was made',
    environmentsSumToZero,
    (db) => db('balances').where({ account: 'bank' }).increment('balance_cents', 1),
  ],
  [
    'a statement line was lost',
    statementMatchesAvailable,
    (db) => db('statement_entries').where({ kind: 'RETURN' }).delete(),
  ],
  [
    'a movement was changed',
    statementMatchesAvailable,
    (db) => db('statement_entries').where({ kind: 'PAYMENT' }).update({ movements: '[]' }),
  ],
  ...splitCases,
  ['a hold was lost', holdsMatchJournals, (db) => db('holds').where({ id: held }).delete()],
  [
    'a hold was ended by hand',
    holdsMatchJournals,
    (db) => db('holds').where({ id: held }).update({ state: 'SETTLED' }),
  ],
  [
    'held money does not match',
    inFlightMatchesHolds,
    (db) => db('holds').where({ id: held }).update({ amount_cents: 4_999 }),
  ],
  [
    'a charge was captured twice',
    oneCapturePerCharge,
    (db) =>
      db.raw(`insert into journals select store_id, dev_mode, id || ':2', kind, reference_id, entry_count, occurred_at,
        recorded_at from journals where kind = 'charge.captured' limit 1`),
  ],
  [
    'refunds took more than was paid',
    refundsWithinPayments,
    (db) => db('holds').where({ purpose: 'REFUND' }).whereNot('state', 'RELEASED').increment('amount_cents', 100_000),
  ],
  [
    'a payout took of a top-up',
    topUpMatchesHolds,
    (db) => db('balances').where({ account: 'top_up' }).decrement('balance_cents', 5_000),
  ],
  [
    'a refund forgot what it took of a top-up',
    topUpMatchesHolds,
    (db) => db('holds').where({ state: 'HELD', purpose: 'REFUND' }).update({ top_up_cents: 0 }),
  ],
  ['a part was lost', pendingMatchesParts, (db) => db('pending_parts').where('open_cents', '>', 0).delete()],
  [
    'a part was settled by hand',
    pendingMatchesParts,
    (db) => db('pending_parts').update({ settled_cents: db.raw('settled_cents + open_cents'), open_cents: 0 }),
  ],
  ['what was taken of a part was lost', partsAddUp, (db) => db('part_takings').delete()],
  ['something was taken of no part', partsAddUp, (db) => db('part_takings').increment('number', 90)],
  [
    'a settled part settles again',
    settlementsMatchJournals,
    (db) => db('pending_parts').update({ open_cents: db.raw('open_cents + settled_cents'), settled_cents: 0 }),
  ],
  [
    'the part of a settlement was lost',
    settlementsMatchJournals,
    (db) => db('pending_parts').where('settled_cents', '>', 0).delete(),
  ],
  ['an advance was lost', advancesMatchJournals, (db) => db('advances').delete()],
  ['an advance costs less than was booked', advancesMatchJournals, (db) => db('advances').decrement('cost_cents', 1)],
  [
    'an advance took less than was booked',
    advancesMatchJournals,
    (db) => db('part_takings').where('taker_id', 'like', 'adva_%').update({ amount_cents: 999 }),
  ],
  ['an open dispute was lost', blockedMatchesDisputes, (db) => db('disputes').where({ state: 'OPEN' }).delete()],
  [
    'what came back of a payout was changed',
    returnsMatchJournals,
    (db) => db('holds').where('returned_cents', '>', 0).update({ returned_cents: 1 }),
  ],
  ['a dispute was lost', disputesMatchJournals, (db) => db('disputes').where({ state: 'WON' }).delete()],
  [
    'a dispute was turned round by hand',
    disputesMatchJournals,
    (db) => db('disputes').where({ state: 'LOST' }).update({ state: 'WON' }),
  ],
  [
    'the hold of a refund was lost',
    suspenseMatchesOpenReturns,
    (db) => db('holds').where({ state: 'HELD', purpose: 'REFUND' }).delete(),
  ],
  [
    'an open overpayment was lost',
    suspenseMatchesOpenReturns,
    (db) => db('overpayments').where({ state: 'OPEN' }).delete(),
  ],
  [
    'an overpayment was ended by hand',
    overpaymentsMatchJournals,
    (db) => db('overpayments').where({ state: 'OPEN' }).update({ state: 'RETURNED' }),
  ],
  [
    'a Pix without a charge was lost',
    suspenseMatchesOpenReturns,
    (db) => db('key_payments').where({ state: 'OPEN' }).delete(),
  ],
  [
    'a Pix without a charge was ended by hand',
    keyPaymentsMatchJournals,
    (db) => db('key_payments').where({ state: 'OPEN' }).update({ state: 'ATTACHED' }),
  ],
  ['a method of a day was lost', receiptsMatchRevenue, (db) => db('daily_receipts').where({ method: 'PIX' }).delete()],
  [
    'a day has a payment by a method too many',
    receiptsMatchRevenue,
    (db) => db('daily_receipts').increment('payments', 1),
  ],
  ['a day of revenue was lost', revenueMatchesEntries, (db) => db('daily_revenue').delete()],
  ['a day has a payment too many', revenueMatchesEntries, (db) => db('daily_revenue').increment('payments', 1)],
];

describe('the invariants', () => {
  it('hold on a ledger with charges, holds, advances, disputes and overpayments in every state', async () => {
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it.each(cases)('find that %s', async (_what, { name }, damage) => {
    expect(await violatedInvariants(ledger.db, invariants, new Date(), damage)).toContain(name);
  });

  it('each have a test that violates them', () => {
    expect(new Set(cases.map(([, { name }]) => name))).toEqual(new Set(invariants.map(({ name }) => name)));
  });

  it('have met every state that their tables can have', async () => {
    expect(await unseenStates(ledger.db, invariants)).toEqual([]);
  });
});
