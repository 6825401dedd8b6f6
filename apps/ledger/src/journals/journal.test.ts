import { cents, type Cents } from '@pitanga/core';
import { aTenant } from '@pitanga/testing';
import fc from 'fast-check';
import { aPaidPix, captureOf, noon } from '../../test/fixtures';
import { planRelease, planReserve, planSettle, type Hold } from '../holds/hold';
import type { StatementDraft } from '../statement/statement';
import { distinctJournals, stripeCount, stripeOf, type Account, type Journal } from './journal';

const tenant = aTenant();
const amount = fc.integer({ min: 1, max: 9_999_999_999 }).map(cents);
const fee = fc.integer({ min: 0, max: 9_999_999_999 }).map(cents);

function sum(journal: Journal, account?: Account): number {
  return journal.entries
    .filter((entry) => account === undefined || entry.account === account)
    .reduce((total, entry) => total + entry.amountCents, 0);
}

/** What the statement says happened to `available`. */
function stated(statement: StatementDraft | undefined): number {
  const signs = { CREDIT: 1, DEBIT: -1, NONE: 0 } as const;
  return (statement?.movements ?? []).reduce(
    (total, { effect, amountCents }) => total + signs[effect] * amountCents,
    0,
  );
}

function aHold(purpose: Hold['purpose'], amountCents: Cents, feeCents: Cents): Hold {
  return { id: 'tran_1', state: 'HELD', purpose, amountCents, feeCents, statementEntryId: 'tran_2' };
}

const purposes = fc.constantFrom<Hold['purpose']>('WITHDRAW', 'TRANSFER', 'REFUND');

describe('journal plans', () => {
  it('of a Pix capture sum to zero, leave amount less fee available, and say the same in the statement', () => {
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

  it('refuse a method they cannot book', () => {
    expect(() => captureOf(aPaidPix(tenant, { method: 'BOLETO' }))).toThrow('no capture plan for method BOLETO');
  });

  it('of a hold sum to zero at every step, and a release gives back exactly what the reserve took', () => {
    fc.assert(
      fc.property(purposes, amount, fee, (purpose, amountCents, feeCents) => {
        const hold = aHold(purpose, amountCents, feeCents);
        const reserve = planReserve(tenant, hold, { occurredAt: noon, description: undefined });
        const settle = planSettle(tenant, hold, noon);
        const release = planRelease(tenant, hold, { occurredAt: noon, statementId: 'tran_3' });
        for (const journal of [reserve, settle, release]) expect(sum(journal)).toBe(0);
        expect(sum(reserve, 'available')).toBe(-(amountCents + feeCents));
        expect(stated(reserve.statement)).toBe(-(amountCents + feeCents));
        expect(sum(release, 'available')).toBe(amountCents + feeCents);
        expect(stated(release.statement)).toBe(amountCents + feeCents);
        // Nothing stays on the way, whichever way it ends.
        const waiting = purpose === 'REFUND' ? 'suspense' : 'payouts_in_flight';
        expect(sum(reserve, waiting) + sum(settle, waiting)).toBe(0);
        expect(sum(reserve, waiting) + sum(release, waiting)).toBe(0);
        expect(sum(settle, 'fees_earned')).toBe(feeCents);
      }),
    );
  });

  it('keep one of repeats within a batch, and the same fact of two environments apart', () => {
    const charge = aPaidPix(tenant);
    const other = captureOf({ ...charge, tenant: aTenant() });
    const first = captureOf(charge);
    expect(distinctJournals([first, captureOf(charge), other])).toEqual([first, other]);
  });

  it('spread over the stripes by their first journal', () => {
    const stripes = new Set(Array.from({ length: 200 }, () => stripeOf([captureOf(aPaidPix(tenant))])));
    expect([...stripes].sort()).toEqual(Array.from({ length: stripeCount }, (_, index) => index));
  });
});
