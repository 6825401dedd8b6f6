import { cents } from '@pitanga/core';
import { aTenant } from '@pitanga/testing';
import { aPaidCard, daysAfterNoon, noon } from '../../test/fixtures';
import { holdContext, type Hold } from './hold';
import { applyTakings, decideHold, type HoldDecision, type HoldView, type ReserveInput } from './hold-rules';

const tenant = aTenant();
const charge = aPaidCard(tenant, { chargeId: 'card_1', description: 'A bicycle', customer: undefined });
const held: Hold = {
  id: 'hold_1',
  state: 'HELD',
  purpose: 'WITHDRAW',
  amountCents: cents(1_000),
  feeCents: cents(80),
  topUpCents: cents(0),
  isToKey: false,
  chargeId: undefined,
  statementEntryId: 'tran_1',
};
const tombstone = { id: 'hold_1', state: 'RELEASED', purpose: undefined } as const;

function aView(changes: Partial<HoldView> = {}): HoldView {
  const context = holdContext('WITHDRAW', undefined);
  return {
    hold: undefined,
    parts: [],
    takings: [],
    context,
    availableCents: cents(1_080),
    topUpCents: cents(0),
    refundedCents: cents(0),
    ...changes,
  };
}

function reserve(view: Partial<HoldView>, changes: Partial<ReserveInput> = {}): HoldDecision {
  const input: ReserveInput = {
    holdId: 'hold_1',
    purpose: 'WITHDRAW',
    amountCents: cents(1_000),
    feeCents: cents(80),
    occurredAt: noon,
    description: 'November',
    externalId: 'mine',
    ...changes,
  };
  return decideHold(aView(view), { step: 'reserve', tenant, input, statementId: 'tran_1' });
}

function end(step: 'settle' | 'release', view: Partial<HoldView>): HoldDecision {
  const input = { holdId: 'hold_1', occurredAt: daysAfterNoon(1) };
  return decideHold(
    aView(view),
    step === 'settle' ? { step, tenant, input } : { step, tenant, input, statementId: 'tran_2' },
  );
}

function refund(view: Partial<HoldView>, changes: Partial<ReserveInput> = {}): HoldDecision {
  return reserve(view, { purpose: 'REFUND', feeCents: cents(0), charge, description: undefined, ...changes });
}

describe('the reserve of a hold', () => {
  it('debits amount and fee when exactly that is available', () => {
    expect(reserve({})).toMatchObject({
      outcome: 'changed',
      change: {
        hold: held,
        takings: [],
        journal: {
          id: 'hold:hold_1:reserved',
          occurredAt: noon,
          statement: { id: 'tran_1', method: 'PIX', description: 'November', externalId: 'mine', status: 'PENDING' },
        },
      },
    });
  });

  it('is refused when a centavo less is available', () => {
    expect(reserve({ availableCents: cents(1_079) })).toMatchObject({
      outcome: 'refused',
      error: {
        message: 'INSUFFICIENT_FUNDS: the available balance is R$ 10,79 and the operation needs R$ 10,80',
      },
    });
  });

  it('changes nothing when it is repeated, also after the hold was settled', () => {
    expect(reserve({ hold: held, availableCents: cents(0) })).toEqual({ outcome: 'unchanged' });
    expect(reserve({ hold: { ...held, state: 'SETTLED' } })).toEqual({ outcome: 'unchanged' });
  });

  test.each<[string, Partial<Hold>]>([
    ['purpose', { purpose: 'TRANSFER' }],
    ['amount', { amountCents: cents(1_001) }],
    ['fee', { feeCents: cents(81) }],
    ['charge', { chargeId: 'card_1' }],
  ])('is refused when the hold exists with another %s', (_name, other) => {
    expect(reserve({ hold: { ...held, ...other } })).toMatchObject({
      outcome: 'refused',
      error: { message: 'Hold hold_1 exists with another purpose, amount, fee or charge' },
    });
  });

  test.each([tombstone, { ...held, state: 'RELEASED' } as const])('is refused after a release (%#)', (hold) => {
    expect(reserve({ hold })).toMatchObject({ outcome: 'refused', error: { message: 'Hold hold_1 was released' } });
  });
});

it('a payout never takes what the store has put in for refunds', () => {
  expect(reserve({ availableCents: cents(1_079), topUpCents: cents(9_000) })).toMatchObject({ outcome: 'refused' });
  expect(reserve({ topUpCents: cents(9_000) })).toMatchObject({ change: { hold: { topUpCents: 0 } } });
});

describe('the reserve of a refund', () => {
  const parts = [
    { number: 1, openCents: cents(300) },
    { number: 2, openCents: cents(900) },
  ];

  it('takes from the unsettled parts first, and from available when they are not enough', () => {
    expect(refund({ parts })).toMatchObject({
      change: {
        hold: { chargeId: 'card_1', purpose: 'REFUND' },
        takings: [
          { number: 1, amountCents: 300 },
          { number: 2, amountCents: 700 },
        ],
        journal: {
          entries: [
            { account: 'pending', amountCents: -1_000 },
            { account: 'suspense', amountCents: 1_000 },
          ],
        },
      },
    });
    expect(refund({ parts: parts.slice(0, 1), availableCents: cents(700) })).toMatchObject({ outcome: 'changed' });
    expect(refund({ parts: parts.slice(0, 1), availableCents: cents(699) })).toMatchObject({ outcome: 'refused' });
  });

  it('takes what the store has put in before available, and only as much of it as it needs', () => {
    const topped = { parts: parts.slice(0, 1), topUpCents: cents(500), availableCents: cents(200) };
    expect(refund(topped)).toMatchObject({
      change: {
        hold: { topUpCents: 500 },
        journal: {
          entries: [
            { account: 'pending', amountCents: -300 },
            { account: 'suspense', amountCents: 300 },
            { account: 'top_up', amountCents: -500 },
            { account: 'suspense', amountCents: 500 },
            { account: 'available', amountCents: -200 },
            { account: 'suspense', amountCents: 200 },
          ],
          statement: {
            movements: [
              { amountCents: 200, effect: 'DEBIT' },
              { amountCents: 300, effect: 'NONE' },
              { amountCents: 500, effect: 'NONE' },
            ],
          },
        },
      },
    });
    expect(refund({ ...topped, availableCents: cents(199) })).toMatchObject({
      error: { message: 'INSUFFICIENT_FUNDS: the available balance is R$ 1,99 and the operation needs R$ 2,00' },
    });
    expect(refund({ parts, topUpCents: cents(500) })).toMatchObject({ change: { hold: { topUpCents: 0 } } });
    expect(refund({ topUpCents: cents(1_000), availableCents: cents(-1) })).toMatchObject({ outcome: 'changed' });
  });

  it('is accepted with a negative balance when it debits nothing from available', () => {
    expect(refund({ parts, availableCents: cents(-1) })).toMatchObject({ outcome: 'changed' });
  });

  it('shows the description of the charge unless it has its own', () => {
    const shown = { chargeId: 'card_1', method: 'CARD' };
    expect(refund({ parts })).toMatchObject({
      change: { journal: { statement: { ...shown, description: 'A bicycle' } } },
    });
    expect(refund({ parts }, { description: 'Too small' })).toMatchObject({
      change: { journal: { statement: { ...shown, description: 'Too small' } } },
    });
  });

  it('is refused when all refunds together exceed what was paid', () => {
    expect(refund({ parts, refundedCents: cents(9_000) })).toMatchObject({ outcome: 'changed' });
    expect(refund({ parts, refundedCents: cents(9_001) })).toMatchObject({
      outcome: 'refused',
      error: { message: 'The refunds of charge card_1 would exceed what was paid' },
    });
  });
});

describe('the settlement of a hold', () => {
  it('completes a held one', () => {
    expect(end('settle', { hold: held })).toMatchObject({
      outcome: 'changed',
      change: {
        hold: { ...held, state: 'SETTLED' },
        journal: { id: 'hold:hold_1:settled', occurredAt: daysAfterNoon(1) },
        takings: [],
      },
    });
  });

  it('changes nothing when it is repeated', () => {
    expect(end('settle', { hold: { ...held, state: 'SETTLED' } })).toEqual({ outcome: 'unchanged' });
  });

  test.each([
    [undefined, 'Hold hold_1 was never reserved'],
    [tombstone, 'Hold hold_1 was released'],
    [{ ...held, state: 'RELEASED' } as const, 'Hold hold_1 was released'],
  ])('is refused without a held hold (%#)', (hold, message) => {
    expect(end('settle', { hold })).toMatchObject({ outcome: 'refused', error: { message } });
  });
});

describe('the release of a hold', () => {
  it('returns the money to the parts and to available', () => {
    const takings = [{ number: 2, amountCents: cents(400) }];
    expect(end('release', { hold: held, takings })).toMatchObject({
      outcome: 'changed',
      change: {
        hold: { ...held, state: 'RELEASED' },
        takings,
        journal: {
          id: 'hold:hold_1:released',
          occurredAt: daysAfterNoon(1),
          entries: [
            { account: 'payouts_in_flight', amountCents: -400 },
            { account: 'pending', amountCents: 400 },
            { account: 'payouts_in_flight', amountCents: -600 },
            { account: 'available', amountCents: 600 },
            { account: 'payouts_in_flight', amountCents: -80 },
            { account: 'available', amountCents: 80 },
          ],
          statement: { id: 'tran_2', kind: 'RETURN', status: 'COMPLETE' },
        },
      },
    });
  });

  it('returns what the store had put in to where it was', () => {
    const refunded: Hold = { ...held, purpose: 'REFUND', feeCents: cents(0), topUpCents: cents(600) };
    expect(end('release', { hold: refunded, takings: [{ number: 2, amountCents: cents(300) }] })).toMatchObject({
      change: {
        journal: {
          entries: [
            { account: 'suspense', amountCents: -300 },
            { account: 'pending', amountCents: 300 },
            { account: 'suspense', amountCents: -600 },
            { account: 'top_up', amountCents: 600 },
            { account: 'suspense', amountCents: -100 },
            { account: 'available', amountCents: 100 },
          ],
        },
      },
    });
  });

  it('stores a tombstone for an unknown id', () => {
    expect(end('release', { hold: undefined })).toEqual({
      outcome: 'changed',
      change: { hold: tombstone, journal: undefined, takings: [], subTakings: [] },
    });
  });

  it('changes nothing when it is repeated', () => {
    expect(end('release', { hold: tombstone })).toEqual({ outcome: 'unchanged' });
  });

  it('is refused after a settlement', () => {
    expect(end('release', { hold: { ...held, state: 'SETTLED' } })).toMatchObject({
      outcome: 'refused',
      error: { message: 'Hold hold_1 was settled' },
    });
  });

  it('throws for a held hold without a statement entry', () => {
    expect(() => end('release', { hold: held, context: undefined })).toThrow(
      'hold hold_1 has no PENDING statement entry',
    );
  });
});

it('takings reduce their parts, and restoring them undoes it', () => {
  const parts = [
    { number: 1, openCents: cents(300) },
    { number: 2, openCents: cents(900) },
  ];
  const takings = [{ number: 2, amountCents: cents(400) }];
  const reduced = applyTakings(parts, takings, 'take');
  expect(reduced).toEqual([
    { number: 1, openCents: 300 },
    { number: 2, openCents: 500 },
  ]);
  expect(applyTakings(reduced, takings, 'restore')).toEqual(parts);
});
