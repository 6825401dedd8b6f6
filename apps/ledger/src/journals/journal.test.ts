import { cents, sumCents, type Cents } from '@pitanga/core';
import { aTenant } from '@pitanga/testing';
import fc from 'fast-check';
import { aPaidBoleto, aPaidCard, aPaidPix, captureOf, daysAfterNoon, noon } from '../../test/fixtures';
import type { Account } from '../balances/account';
import { planLost, planOpened, planWon, type Dispute } from '../disputes/dispute';
import { holdContext, planRelease, planReserve, planSettle, type Hold } from '../holds/hold';
import { planReceived, planReturned, type Overpayment } from '../overpayments/overpayment';
import { planSettlement } from '../charges/settlement';
import { splitDebit } from './debit-split';
import type { StatementDraft } from '../statement/statement';
import { distinctJournals, move, stripeCount, pickStripe, type Journal } from './journal';

const tenant = aTenant();
const amount = fc.integer({ min: 1, max: 9_999_999_999 }).map(cents);
const fee = fc.integer({ min: 0, max: 9_999_999_999 }).map(cents);

function sum(journal: Journal, account?: Account): number {
  return journal.entries
    .filter((entry) => account === undefined || entry.account === account)
    .reduce((total, entry) => total + entry.amountCents, 0);
}

/** The effect on `available` that the statement shows. */
function stated(statement: StatementDraft | undefined): number {
  const signs = { CREDIT: 1, DEBIT: -1, NONE: 0 } as const;
  return (statement?.movements ?? []).reduce(
    (total, { effect, amountCents }) => total + signs[effect] * amountCents,
    0,
  );
}

function aHold(purpose: Hold['purpose'], amountCents: Cents, feeCents: Cents, topUpCents = cents(0)): Hold {
  return {
    id: 'tran_1',
    state: 'HELD',
    purpose,
    amountCents,
    feeCents,
    topUpCents,
    isToKey: false,
    chargeId: undefined,
    statementEntryId: 'tran_2',
  };
}

const purposes = fc.constantFrom<Hold['purpose']>('WITHDRAW', 'TRANSFER', 'REFUND');

describe('journal plans', () => {
  it('of a Pix capture sum to zero, make amount less fee available, and show the same in the statement', () => {
    fc.assert(
      fc.property(amount, fee, (amountCents, feeCents) => {
        const journal = captureOf(aPaidPix(tenant, { amountCents, feeCents }));
        expect(sum(journal)).toBe(0);
        expect(journal.entries.length).toBeGreaterThanOrEqual(2);
        expect(sum(journal, 'available')).toBe(amountCents - feeCents);
        expect(sum(journal, 'fees_earned')).toBe(feeCents);
        expect(stated(journal.statement)).toBe(amountCents - feeCents);
      }),
    );
  });

  it('show a received payment as its amount and its fee', () => {
    const { statement } = captureOf(aPaidPix(tenant, { checkoutId: 'bill_1' }));
    expect(statement).toMatchObject({ kind: 'PAYMENT', status: 'COMPLETE', method: 'PIX', checkoutId: 'bill_1' });
    expect(statement?.movements).toEqual([
      { amountCents: 10_000, deposit: true, category: 'PAYMENT', method: 'PIX', effect: 'CREDIT' },
      { amountCents: 80, deposit: false, category: 'FEE', method: 'PIX', effect: 'DEBIT' },
    ]);
  });

  it('of a card or boleto capture add the net to parts, earn the fee and do not change available', () => {
    fc.assert(
      fc.property(amount, fee, fc.integer({ min: 1, max: 12 }), (net, feeCents, installmentCount) => {
        const amountCents = sumCents(net, feeCents);
        const card = aPaidCard(tenant, { amountCents, feeCents, installmentCount });
        for (const journal of [captureOf(card), captureOf(aPaidBoleto(tenant, { amountCents, feeCents }))]) {
          expect(sum(journal)).toBe(0);
          expect(sum(journal, 'pending')).toBe(net);
          expect(sum(journal, 'fees_earned')).toBe(feeCents);
          expect(sumCents(...(journal.parts ?? []).map((part) => part.amountCents))).toBe(net);
          expect(sum(journal, 'available')).toBe(0);
          expect(stated(journal.statement)).toBe(0);
        }
      }),
    );
  });

  it('show a card payment as its amount and its fee, both without effect', () => {
    const { statement } = captureOf(aPaidCard(tenant));
    expect(statement).toMatchObject({ kind: 'PAYMENT', status: 'COMPLETE', method: 'CARD' });
    expect(statement?.movements).toEqual([
      { amountCents: 10_000, deposit: true, category: 'PAYMENT', method: 'CARD', effect: 'NONE' },
      { amountCents: 460, deposit: false, category: 'FEE', method: 'CARD', effect: 'NONE' },
    ]);
  });

  it('refuse a fee above what was paid', () => {
    const charge = { amountCents: cents(100), feeCents: cents(101) };
    expect(() => captureOf(aPaidCard(tenant, charge))).toThrow('is more than was paid');
    expect(() => captureOf(aPaidBoleto(tenant, charge))).toThrow('is more than was paid');
  });

  it('of a settlement credit the net, with a distinct id for a second one of the same part', () => {
    const part = {
      tenant,
      chargeId: 'card_1',
      number: 2,
      amountCents: cents(3_180),
      settledBeforeCents: cents(0),
      occurredAt: daysAfterNoon(60),
      context: holdContext('REFUND', undefined),
    };
    const journal = planSettlement([part], 'tran_9');
    expect(journal).toMatchObject({ id: 'settle:card_1:2', kind: 'charge.settled', referenceId: 'card_1' });
    expect(journal.statement).toMatchObject({
      id: 'tran_9',
      kind: 'SETTLEMENT',
      status: 'COMPLETE',
      movements: [{ amountCents: 3_180, category: 'SETTLEMENT', effect: 'CREDIT' }],
      referenceId: 'card_1',
    });
    expect([sum(journal, 'pending'), sum(journal, 'available')]).toEqual([-3_180, 3_180]);
    expect(stated(journal.statement)).toBe(3_180);
    expect(planSettlement([{ ...part, settledBeforeCents: cents(50) }], 'tran_9').id).toBe('settle:card_1:2:50');
  });

  it('of a dispute block everything, return exactly what they took, or send it all to the payer', () => {
    fc.assert(
      fc.property(amount, fc.nat(), (amountCents, seed) => {
        const dispute: Dispute = {
          id: 'disp_1',
          chargeId: 'card_1',
          state: 'OPEN',
          amountCents,
          statementEntryId: 's',
        };
        const split = splitDebit(amountCents, { pendingCents: cents(seed % (amountCents + 1)) });
        const step = { occurredAt: noon, statementId: 'tran_3', context: holdContext('REFUND', undefined) };
        const opened = planOpened(tenant, dispute, split, step);
        const [won, lost] = [planWon(tenant, dispute, split, step), planLost(tenant, dispute, [], step)];
        for (const journal of [opened, won, lost]) expect(sum(journal)).toBe(0);
        expect(sum(opened, 'blocked')).toBe(amountCents);
        for (const account of ['available', 'pending', 'blocked'] as const) {
          expect(sum(opened, account) + sum(won, account)).toBe(0);
        }
        expect(stated(opened.statement)).toBe(0 - split.availableCents);
        expect(stated(won.statement)).toBe(split.availableCents);
        expect([sum(lost, 'blocked'), sum(lost, 'provider_clearing')]).toEqual([0 - amountCents, amountCents]);
        expect(stated(lost.statement)).toBe(0);
      }),
    );
  });

  it('of an overpayment sum to zero and never change the balance of the store', () => {
    const overpayment: Overpayment = {
      id: 'ref_1',
      chargeId: 'char_1',
      state: 'OPEN',
      amountCents: cents(7),
      statementEntryId: 'tran_1',
    };
    const fact = { occurredAt: noon, statementId: 'tran_2', context: holdContext('REFUND', undefined) };
    const received = planReceived(tenant, overpayment, fact);
    const returned = planReturned(tenant, overpayment, fact);
    expect([sum(received, 'suspense'), sum(received, 'provider_clearing')]).toEqual([7, -7]);
    expect([sum(returned, 'suspense'), sum(returned, 'provider_clearing')]).toEqual([-7, 7]);
    expect(received.statement).toMatchObject({ kind: 'PAYMENT', status: 'PENDING', referenceId: 'ref_1' });
    expect(returned.statement).toMatchObject({ kind: 'REFUND', status: 'COMPLETE', referenceId: 'ref_1' });
    expect([stated(received.statement), stated(returned.statement)]).toEqual([0, 0]);
  });

  it('of a hold sum to zero at every step, and a release returns exactly what the reserve took', () => {
    fc.assert(
      fc.property(purposes, amount, fee, fc.nat(), (purpose, amountCents, feeCents, seed) => {
        const pendingCents = cents(seed % (amountCents + 1));
        const topUpCents = purpose === 'REFUND' ? cents((amountCents - pendingCents) % 1_000) : cents(0);
        const hold = aHold(purpose, amountCents, feeCents, topUpCents);
        const split = splitDebit(amountCents, { pendingCents, topUpCents });
        const context = holdContext(purpose, undefined);
        const reserve = planReserve(tenant, hold, { occurredAt: noon, split, context });
        const settle = planSettle(tenant, hold, { occurredAt: noon });
        const release = planRelease(tenant, hold, { occurredAt: noon, split, statementId: 'tran_3', context });
        for (const journal of [reserve, settle, release]) expect(sum(journal)).toBe(0);
        expect(sum(reserve, 'pending')).toBe(0 - split.pendingCents);
        expect([sum(reserve, 'top_up'), sum(release, 'top_up')]).toEqual([0 - topUpCents, topUpCents]);
        expect(sum(reserve, 'available')).toBe(0 - (split.availableCents + feeCents));
        expect(stated(reserve.statement)).toBe(0 - (split.availableCents + feeCents));
        expect(sum(release, 'pending')).toBe(split.pendingCents);
        expect(sum(release, 'available')).toBe(split.availableCents + feeCents);
        expect(stated(release.statement)).toBe(split.availableCents + feeCents);
        // Nothing stays on the way, whichever way it ends.
        const waiting = purpose === 'REFUND' ? 'suspense' : 'payouts_in_flight';
        expect(sum(reserve, waiting) + sum(settle, waiting)).toBe(0);
        expect(sum(reserve, waiting) + sum(release, waiting)).toBe(0);
        expect(sum(settle, 'fees_earned')).toBe(feeCents);
      }),
    );
  });

  it('keep one of repeats within a batch, and equal ids of two environments apart', () => {
    const charge = aPaidPix(tenant);
    const other = captureOf({ ...charge, tenant: aTenant() });
    const first = captureOf(charge);
    expect(distinctJournals([first, captureOf(charge), other])).toEqual([first, other]);
  });

  it('move money as two entries, as none for an amount of zero, and never a negative amount', () => {
    expect(move('pending', 'available', cents(5))).toEqual([
      { account: 'pending', amountCents: -5 },
      { account: 'available', amountCents: 5 },
    ]);
    expect(move('pending', 'available', cents(0))).toEqual([]);
    expect(() => move('pending', 'available', cents(-1))).toThrow(
      new RangeError('cannot move -1 from pending to available'),
    );
  });

  it('choose their stripe by a hash of the first id, and have one without journals', () => {
    // FNV-1a of 32 bits: 0x811c9dc5 for nothing.
    expect(pickStripe([])).toBe(0x811c9dc5 % stripeCount);
    const [first, second] = [captureOf(aPaidPix(tenant)), captureOf(aPaidPix(tenant))];
    expect(pickStripe([first, second])).toBe(pickStripe([first]));
    // The published value of 'foobar' is 0xbf9cf968.
    expect(pickStripe([{ ...first, id: 'foobar' }])).toBe(0xbf9cf968 % stripeCount);
  });

  it('spread over the stripes by their first journal', () => {
    const stripes = new Set(Array.from({ length: 200 }, () => pickStripe([captureOf(aPaidPix(tenant))])));
    expect([...stripes].sort()).toEqual(Array.from({ length: stripeCount }, (_, index) => index));
  });
});
