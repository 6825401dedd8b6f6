import { cents, everyTenant, isAppError, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeEach, testIds } from '@pitanga/testing';
import fc from 'fast-check';
import { retryWhenPartsChange } from '../src/booking/make-advance';
import { closeDispute, openDispute } from '../src/booking/book-disputes';
import { releaseHold, reserveHold, settleHold } from './holds';
import type { ReserveInput } from '../src/holds/hold-rules';
import { readBalance, readSubBalances } from '../src/balances/balance-repository';
import { chargeContext, type PaidCharge } from '../src/charges/capture';
import { captureCharges } from '../src/booking/capture-charges';
import { receiveOverpayment, returnOverpayment } from '../src/booking/book-overpayments';
import { receiveTopUp } from '../src/booking/receive-top-up';
import type { TransferInput } from '../src/booking/make-transfer';
import { settleDue } from '../src/booking/settle-parts';
import {
  advanceAlone,
  aPaidBoleto,
  aPaidCard,
  aPaidPix,
  brokenInvariants,
  daysAfterNoon,
  fund,
  noon,
  platformMoney,
  transferAlone,
} from './fixtures';
import { startLedger } from './ledger-harness';

const chargeCount = 4;
const reserveCents = 20_000;
const ledger = startBeforeEach(startLedger);

/** What may happen to the charge `of`, in any order and any number of times. */
type Step =
  | {
      readonly what: 'capture' | 'reserve' | 'settleHold' | 'releaseHold' | 'dispute' | 'win' | 'lose';
      readonly of: number;
    }
  | { readonly what: 'reservePart' | 'settlePart' | 'releasePart'; readonly of: number }
  | { readonly what: 'overpay' | 'returnOverpayment' | 'withdraw' | 'endWithdrawal' | 'advance'; readonly of: number }
  | { readonly what: 'subWithdraw' | 'settleSub' | 'releaseSub'; readonly of: number }
  | { readonly what: 'give' | 'takeGiven' | 'takeRefunded' | 'takeLost'; readonly of: number }
  | { readonly what: 'settleDue' | 'topUp'; readonly of: number };

const aStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom<Step['what'][]>(
    'capture',
    'reserve',
    'settleHold',
    'releaseHold',
    'reservePart',
    'settlePart',
    'releasePart',
    'dispute',
    'win',
    'lose',
    'overpay',
    'returnOverpayment',
    'withdraw',
    'endWithdrawal',
    'subWithdraw',
    'settleSub',
    'releaseSub',
    'give',
    'takeGiven',
    'takeRefunded',
    'takeLost',
    'advance',
    'settleDue',
    'topUp',
  ),
  of: fc.nat({ max: chargeCount - 1 }),
});

interface History {
  readonly tenant: Tenant;
  readonly charges: readonly PaidCharge[];
}

/** Runs a step; a refusal is an answer, anything else (a deadlock, a broken constraint) fails the test. */
async function run(history: History, step: Step, day: number): Promise<void> {
  const charge = history.charges[step.of];
  if (!charge) throw new Error('no such charge');
  try {
    await effectOf(history.tenant, charge, step, day);
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
}

async function effectOf(tenant: Tenant, charge: PaidCharge, { what }: Step, day: number): Promise<void> {
  const occurredAt = daysAfterNoon(day);
  const { chargeId, amountCents } = charge;
  const refund = { holdId: `ref_${chargeId}`, occurredAt };
  const payout = { holdId: `tran_${chargeId}`, occurredAt };
  const subPayout = { holdId: `tran_sub_${chargeId}`, occurredAt };
  const money = { amountCents, feeCents: cents(0), description: undefined };
  const ofSub = { ...money, amountCents: cents(900), feeCents: cents(80), subAccountId: seller, owner: charge.owner };
  // A second refund of the charge: with the first it is more than was paid, when that is of the whole.
  const part = { holdId: `ref_part_${chargeId}`, occurredAt };
  const partOf = { ...money, amountCents: cents(Math.floor(amountCents / 3)) };
  const whole = { ...money, amountCents: day % 3 === 0 ? amountCents : cents(amountCents - partOf.amountCents) };
  const dispute = { disputeId: `disp_${chargeId}`, charge, amountCents: whole.amountCents, occurredAt };
  const advance = { id: `adva_${chargeId}`, requestedCents: cents(Math.floor(amountCents / 3)) };
  const overpayment = {
    tenant,
    refundId: `over_${chargeId}`,
    chargeId,
    amountCents,
    occurredAt,
    context: chargeContext(charge),
  };
  const giving = { id: `given_${chargeId}`, direction: 'TO_SUB_ACCOUNT', againstId: undefined } as const;
  const taking = (againstId: string) => ({ id: `back_${againstId}`, direction: 'TO_STORE', againstId }) as const;
  const transfer = (order: Pick<TransferInput, 'id' | 'direction' | 'againstId'>, of: number) => {
    const asked = { externalId: order.id, subAccountId: seller, amountCents: cents(of), description: undefined };
    return transferAlone(ledger.deps, tenant, { ...order, ...asked });
  };
  const effects: Record<Step['what'], () => Promise<unknown>> = {
    capture: () => captureCharges(ledger.deps, [charge]),
    reserve: () => reserveHold(ledger.deps, tenant, { ...refund, ...whole, purpose: 'REFUND', charge }),
    reservePart: () => reserveHold(ledger.deps, tenant, { ...part, ...partOf, purpose: 'REFUND', charge }),
    settlePart: () => settleHold(ledger.deps, tenant, part),
    releasePart: () => releaseHold(ledger.deps, tenant, part),
    settleHold: () => settleHold(ledger.deps, tenant, refund),
    releaseHold: () => releaseHold(ledger.deps, tenant, refund),
    dispute: () => openDispute(ledger.deps, dispute),
    win: () => closeDispute(ledger.deps, dispute, 'WON'),
    lose: () => closeDispute(ledger.deps, dispute, 'LOST'),
    overpay: () => receiveOverpayment(ledger.deps, overpayment),
    returnOverpayment: () => returnOverpayment(ledger.deps, overpayment),
    withdraw: () => withdraw(tenant, { ...payout, ...money, purpose: 'WITHDRAW', owner: charge.owner }),
    endWithdrawal: () => releaseHold(ledger.deps, tenant, payout),
    subWithdraw: () => reserveHold(ledger.deps, tenant, { ...subPayout, ...ofSub, purpose: 'SUB_WITHDRAW' }),
    settleSub: () => settleHold(ledger.deps, tenant, subPayout),
    releaseSub: () => releaseHold(ledger.deps, tenant, subPayout),
    give: () => transfer(giving, 1_100),
    takeGiven: () => transfer(taking(giving.id), 600),
    takeRefunded: () => transfer(taking(refund.holdId), 500),
    takeLost: () => transfer(taking(dispute.disputeId), 400),
    advance: () => retryWhenPartsChange(() => advanceAlone(ledger.deps, tenant, advance, { rateBasisPoints: 199 })),
    settleDue: () => settleDue(ledger.deps, everyTenant, occurredAt),
    topUp: () => receiveTopUp(ledger.deps, aTopUp(tenant, charge)),
  };
  await effects[what]();
}

/** An account of the operator never sends more than accounts of the operator brought. */
async function withdraw(tenant: Tenant, input: ReserveInput): Promise<void> {
  const isKnown = (await ledger.db('holds').where({ store_id: tenant.storeId, id: input.holdId })).length > 0;
  await reserveHold(ledger.deps, tenant, input);
  if (isKnown || input.owner !== 'OPERATOR' || isCrowded) return;
  const { operatorCents, availableCents } = await readBalance(ledger.db, tenant);
  expect(Math.min(operatorCents, availableCents)).toBeGreaterThanOrEqual(0);
}

/** Other steps change the balance meanwhile. */
let isCrowded = false;

/** Less than any refund of the charge: some of it comes from elsewhere. */
function aTopUp(tenant: Tenant, { chargeId, amountCents, owner }: PaidCharge): PaidCharge {
  const quarter = cents(Math.floor(amountCents / 4));
  return aPaidPix(tenant, { chargeId: `top_${chargeId}`, amountCents: quarter, feeCents: cents(0), owner });
}

const [seller, partner] = [testIds.next('subAccount', noon), testIds.next('subAccount', noon)];
const splits = [
  { subAccountId: seller, basisPoints: 3_333 },
  { subAccountId: partner, amountCents: cents(1_777) },
];

async function aHistory(): Promise<History> {
  const tenant = aTenant();
  await fund(ledger.deps, tenant, reserveCents);
  const chargeId = (kind: 'cardCharge' | 'boletoCharge'): string => testIds.next(kind, noon);
  return {
    tenant,
    charges: [
      aPaidCard(tenant, { chargeId: chargeId('cardCharge'), owner: 'OPERATOR' }),
      aPaidCard(tenant, { chargeId: chargeId('cardCharge'), installmentCount: 7, owner: 'MERCHANT', splits }),
      aPaidBoleto(tenant, { chargeId: chargeId('boletoCharge'), splits }),
      aPaidPix(tenant, { owner: 'OPERATOR', splits }),
    ],
  };
}

/** Ends everything that is open and settles everything, so that every centavo can be named. */
async function conclude(history: History): Promise<void> {
  const whats = [
    'capture',
    'releaseHold',
    'releasePart',
    'releaseSub',
    'endWithdrawal',
    'win',
    'returnOverpayment',
  ] as const;
  for (const what of whats) {
    for (const of of history.charges.keys()) await run(history, { what, of }, 400);
  }
  await settleDue(ledger.deps, everyTenant, daysAfterNoon(400));
}

/** What the store and its sub-accounts must have, as available or as top-ups, once everything is concluded: what it earned and put in, less what went back to payers and the cost of its advances. */
async function expectedMoney({ tenant, charges }: History): Promise<number> {
  const of = { store_id: tenant.storeId };
  const gone = [
    ...(await ledger
      .db('holds')
      .where({ ...of, state: 'SETTLED' })
      .select<{ amount_cents: number }[]>(ledger.db.raw('amount_cents + fee_cents as amount_cents'))),
    ...(await ledger
      .db('disputes')
      .where({ ...of, state: 'LOST' })
      .select<{ amount_cents: number }[]>('amount_cents')),
    ...(await ledger.db('advances').where(of).select<{ amount_cents: number }[]>({ amount_cents: 'cost_cents' })),
  ].reduce((total, row) => total + row.amount_cents, 0);
  const putIn = await ledger
    .db('journals')
    .where({ ...of, kind: 'top_up.received' })
    .select<{ reference_id: string }[]>();
  const topUps = charges.map((charge) => aTopUp(tenant, charge));
  const received = topUps.filter(({ chargeId }) => putIn.some(({ reference_id: id }) => id === chargeId));
  const start = received.reduce((total, { amountCents }) => total + amountCents, reserveCents);
  return charges.reduce((total, charge) => total + charge.amountCents - charge.feeCents, start) - gone;
}

/** `[available and top-ups, pending, blocked]`, in centavos. */
async function money({ tenant }: History): Promise<readonly [number, number, number]> {
  const { availableCents, topUpCents, pendingCents, blockedCents } = await readBalance(ledger.db, tenant);
  const subs = await readSubBalances(ledger.db, tenant, [seller, partner]);
  const add = (before: number, pick: (sub: (typeof subs)[number]) => number) =>
    subs.reduce((total, sub) => total + pick(sub), before);
  return [
    add(availableCents + topUpCents, (sub) => sub.availableCents),
    add(pendingCents, (sub) => sub.pendingCents),
    add(blockedCents, (sub) => sub.blockedCents),
  ];
}

describe('any history', () => {
  it('one step after the other, breaks no rule at any step and loses no centavo', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 10, maxLength: 30 }), async (steps) => {
        const history = await aHistory();
        for (const [index, step] of steps.entries()) {
          await run(history, step, index * 8);
          if (index % 5 === 0) expect(await brokenInvariants(ledger.db)).toEqual([]);
        }
        await conclude(history);
        expect(await brokenInvariants(ledger.db)).toEqual([]);
        expect(await money(history)).toEqual([await expectedMoney(history), 0, 0]);
        expect(await platformMoney(ledger.db, history.tenant, 'suspense')).toBe(0);
      }),
      { numRuns: 6, seed: 20_261_120, endOnFailure: true },
    );
  });

  it('with many steps at once, breaks no rule, never deadlocks and loses no centavo', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 40, maxLength: 60 }), async (steps) => {
        const history = await aHistory();
        isCrowded = true;
        for (let start = 0; start < steps.length; start += 12) {
          await Promise.all(steps.slice(start, start + 12).map((step) => run(history, step, start * 2)));
        }
        expect(await brokenInvariants(ledger.db)).toEqual([]);
        await conclude(history);
        expect(await brokenInvariants(ledger.db)).toEqual([]);
        expect(await money(history)).toEqual([await expectedMoney(history), 0, 0]);
      }),
      { numRuns: 6, seed: 20_261_121, endOnFailure: true },
    );
  });
});
