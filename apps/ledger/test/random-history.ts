import { cents, everyTenant, type Cents, type Tenant } from '@pitanga/core';
import { aTenant, testIds } from '@pitanga/testing';
import { retryWhenPartsChange } from '../src/booking/make-advance';
import type { Deps } from '../src/deps';
import { closeDispute, openDispute } from '../src/booking/book-disputes';
import type { TransferInput } from '../src/booking/make-transfer';
import type { ReserveInput } from '../src/holds/hold-rules';
import { chargeContext, type PaidCharge } from '../src/charges/capture';
import { receiveOverpayment, returnOverpayment } from '../src/booking/book-overpayments';
import { receiveTopUp } from '../src/booking/receive-top-up';
import { settleDue } from '../src/booking/settle-parts';
import type { Writer } from '../src/writer/writer';
import { record, type Call } from './calls';
import { advanceAlone, aPaidBoleto, aPaidCard, aPaidPix, daysAfterNoon, noon, transferAlone } from './fixtures';
import type { Asked } from './model-asked';
import { lacksFunds } from './model-transfers';
import type { Split } from '../src/splits/split';
import type { Seeded } from './seeded';

/** One instance of the service: its own pool and its own writer. */
export interface Replica {
  readonly deps: Deps;
  readonly writer: Writer;
}

/** A random history of one store, to be run once. */
interface History {
  readonly asked: Asked;
  readonly calls: Call[];
  readonly run: () => Promise<void>;
}

/** Some charges of every method and everything that may happen to them, each several times and 16 at a time. */
export function aHistory(random: Seeded, replicas: readonly Replica[]): History {
  const tenant = aTenant();
  const charges = Array.from({ length: 12 }, (_, index) => aCharge(tenant, random, index));
  const calls: Call[] = [];
  const reserves = new Map<string, readonly ReserveInput[]>();
  const asked: Asked = {
    tenant,
    charges: new Map(charges.map((charge) => [charge.chargeId, charge])),
    reserves,
    disputes: new Map(charges.map((charge) => [`disp_${charge.chargeId}`, disputeOf(charge)])),
    overpayments: new Map(charges.map(({ chargeId, amountCents }) => [`over_${chargeId}`, amountCents])),
    topUps: new Map(charges.map((charge) => [topUpOf(charge).chargeId, topUpOf(charge)])),
    advances: new Map(charges.map((charge) => [advanceOf(charge).id, advanceOf(charge)])),
    transfers: new Map(charges.flatMap(transfersOf).map((transfer) => [transfer.id, transfer])),
  };
  const steps = charges.flatMap((charge) => stepsOf(tenant, charge, reserves));
  const due = Array.from({ length: 20 }, (_, index) => settlement(index));
  return {
    asked,
    calls,
    run: async () => {
      const queue = shuffled(random, [...steps, ...steps, ...due]);
      await Promise.all(
        Array.from({ length: 16 }, async () => {
          for (let step = queue.pop(); step; step = queue.pop()) {
            const { deps, writer } = random.pick(replicas);
            const { run, ...call } = step;
            await record(calls, call, () => run(deps, writer));
          }
        }),
      );
    },
  };
}

interface Step extends Pick<Call, 'command' | 'journals' | 'lacksFunds'> {
  readonly run: (deps: Deps, writer: Writer) => Promise<unknown>;
}

function aCharge(tenant: Tenant, random: Seeded, index: number): PaidCharge {
  const amountCents = cents(5_000 + random.below(20_000));
  const installmentCount = 1 + random.below(6);
  const make = [aPaidPix, aPaidBoleto, aPaidCard][index % 3] ?? aPaidPix;
  const { owner } = random.pick([{ owner: 'OPERATOR' }, { owner: 'MERCHANT' }, { owner: undefined }] as const);
  // Of half of the boletos and cards.
  const splits = make === aPaidPix || index % 2 === 0 ? { splits: someSplits(random) } : {};
  return make(tenant, { amountCents, installmentCount: make === aPaidCard ? installmentCount : 1, owner, ...splits });
}

/** Of every history, so that charges meet in their balances. */
const [seller, partner] = [testIds.next('subAccount', noon), testIds.next('subAccount', noon)];

function someSplits(random: Seeded): readonly Split[] {
  const share = { subAccountId: seller, basisPoints: 1 + random.below(9_000) };
  const amount = { subAccountId: partner, amountCents: cents(1 + random.below(2_000)) };
  return random.pick([[share], [amount, share], [share, amount]]);
}

/** Pays a part of the refunds. */
function topUpOf(charge: PaidCharge): PaidCharge {
  const chargeId = `topup_${charge.chargeId}`;
  const { tenant, owner } = charge;
  return aPaidPix(tenant, { chargeId, amountCents: percent(charge, 25), feeCents: cents(0), owner });
}

/** Of money of any charge, sometimes more than there is. */
function advanceOf({ chargeId, amountCents }: PaidCharge) {
  const requestedCents = cents(Math.floor(amountCents / 2));
  return { id: `adva_${chargeId}`, requestedCents, rateBasisPoints: 199, now: noon };
}

/** Of what a small refund has left. */
function disputeOf(charge: PaidCharge) {
  const { chargeId } = charge;
  return { disputeId: `disp_${chargeId}`, charge, chargeId, amountCents: percent(charge, 70), occurredAt: noon };
}

function percent({ amountCents }: PaidCharge, of: number): Cents {
  return cents(Math.floor((amountCents * of) / 100));
}

/** All of a charge, most of it and a part: not all of them fit into it. */
function refundsOf(charge: PaidCharge): readonly ReserveInput[] {
  return [100, 60, 29].map((of) => {
    const holdId = `ref_${String(of)}_${charge.chargeId}`;
    return { ...aPayout(percent(charge, of)), purpose: 'REFUND', holdId, charge };
  });
}

/** One to a seller, and back to the store for it, for a refund and for a dispute: some without a cause yet, or of too much. */
function transfersOf(charge: PaidCharge): readonly TransferInput[] {
  const { chargeId } = charge;
  const given = `given_${chargeId}`;
  const causes = [undefined, given, given, `ref_29_${chargeId}`, disputeOf(charge).disputeId];
  return causes.map((againstId, index) => {
    const id = index === 0 ? given : `back_${String(index)}_${chargeId}`;
    const direction = index === 0 ? 'TO_SUB_ACCOUNT' : 'TO_STORE';
    const amountCents = percent(charge, index === 0 ? 15 : 10);
    return { id, externalId: id, subAccountId: seller, direction, amountCents, againstId, description: undefined };
  });
}

function settlement(index: number): Step {
  return { command: undefined, journals: [], run: (deps) => settleDue(deps, everyTenant, daysAfterNoon(index * 10)) };
}

function stepsOf(tenant: Tenant, charge: PaidCharge, reserves: Map<string, readonly ReserveInput[]>): readonly Step[] {
  const { chargeId, amountCents } = charge;
  const occurredAt = noon;
  const disputed = disputeOf(charge);
  const over = {
    tenant,
    refundId: `over_${chargeId}`,
    chargeId,
    amountCents,
    occurredAt,
    context: chargeContext(charge),
  };
  const advanced = advanceOf(charge);
  const topUp = topUpOf(charge);
  const refunds = refundsOf(charge);
  const payout = { ...aPayout(Math.floor(amountCents / 2), 80), owner: charge.owner };
  // A repeat with another amount, of which at most one is accepted.
  const other = { ...payout, amountCents: cents(payout.amountCents + 1_000) };
  reserves.set(payout.holdId, [payout, other]);
  const ofSub = { ...aPayout(Math.floor(amountCents / 5), 80), purpose: 'SUB_WITHDRAW', subAccountId: seller } as const;
  const subPayout = { ...ofSub, owner: charge.owner };
  reserves.set(subPayout.holdId, [subPayout]);
  for (const refund of refunds) reserves.set(refund.holdId, [refund]);
  const fact = (journals: readonly string[], run: Step['run']): Step => ({ command: undefined, journals, run });
  const hold = (input: ReserveInput, isCertain: boolean): readonly Step[] => {
    const end = { holdId: input.holdId, occurredAt };
    const journals = isCertain ? [`hold:${input.holdId}:reserved`] : [];
    return [
      {
        command: { step: 'reserve', tenant, input, statementId: 'any' },
        journals,
        run: (_, writer) => writer.reserve(tenant, input),
      },
      fact([`hold:${input.holdId}:settled`], (_, writer) => writer.settle(tenant, end)),
      fact([], (_, writer) => writer.release(tenant, end)),
    ];
  };
  return [
    fact([`capture:${chargeId}`], (_, writer) => writer.capture([charge])),
    ...refunds.flatMap((refund) => hold(refund, true)),
    ...hold(payout, true),
    ...hold(other, true).slice(0, 1),
    ...(charge.splits ? hold(subPayout, true) : []),
    fact([`top_up:${topUp.chargeId}`], (deps) => receiveTopUp(deps, topUp)),
    fact([`advance:${advanced.id}`], (deps) =>
      retryWhenPartsChange(() => advanceAlone(deps, tenant, advanced, advanced)),
    ),
    ...transfersOf(charge).map((transfer): Step => ({
      command: undefined,
      journals: [`transfer:${transfer.id}`],
      lacksFunds: (model) => lacksFunds(model, transfer),
      run: (deps) => transferAlone(deps, tenant, transfer),
    })),
    fact([`dispute:${disputed.disputeId}:opened`], (deps) => openDispute(deps, disputed)),
    fact([], (deps) => closeDispute(deps, disputed, 'WON')),
    fact([], (deps) => closeDispute(deps, disputed, 'LOST')),
    fact([`overpaid:${over.refundId}`], (deps) => receiveOverpayment(deps, over)),
    fact([`overpaid:${over.refundId}:returned`], (deps) => returnOverpayment(deps, over)),
  ];
}

function shuffled<T>(random: Seeded, values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

export function aPayout(amountCents: number, feeCents = 0): ReserveInput {
  const of = { purpose: 'WITHDRAW', occurredAt: noon, description: undefined } as const;
  return { ...of, holdId: testIds.next('payout', noon), amountCents: cents(amountCents), feeCents: cents(feeCents) };
}
