import { cents, type Cents } from '@pitanga/core';
import { aTenant } from '@pitanga/testing';
import fc from 'fast-check';
import { aPaidPix } from '../../test/fixtures';
import { planCapture } from '../charges/capture';
import { computeParts, computeShares, sumSplits, type Split } from './split';

const tenant = aTenant();
const ids = Array.from({ length: 20 }, (_, index) => `sacc_${String(index).padStart(24, '0')}`);

const aSplit = fc.oneof(
  fc.record({ amountCents: fc.integer({ min: 1, max: 9_999_999_999 }).map(cents) }),
  fc.record({ basisPoints: fc.integer({ min: 1, max: 10_000 }) }),
);
const someSplits = fc
  .array(aSplit, { minLength: 1, maxLength: ids.length })
  .map((list) => list.map((split, index): Split => ({ subAccountId: ids[index] ?? '', ...split })));
const aPayment = fc
  .tuple(fc.integer({ min: 100, max: 9_999_999_999 }), fc.nat({ max: 99 }))
  .map(([paid, fee]) => ({ paidCents: cents(paid), feeCents: cents(fee) }));

describe('the parts of a payment', () => {
  it.each([
    [[{ subAccountId: 'a', basisPoints: 3_333 }], [333]],
    [[{ subAccountId: 'a', amountCents: cents(250) }], [250]],
    [
      [
        { subAccountId: 'a', basisPoints: 5_000 },
        { subAccountId: 'b', amountCents: cents(421) },
      ],
      [500, 421],
    ],
    // What the fee leaves is all that there is.
    [
      [
        { subAccountId: 'a', basisPoints: 9_000 },
        { subAccountId: 'b', amountCents: cents(100) },
      ],
      [900, 21],
    ],
  ])('of 1001 centavos with a fee of 80, by %j, are %j', (splits, amounts) => {
    const parts = computeParts(splits, { paidCents: cents(1_001), feeCents: cents(80) });
    expect(parts.map(({ amountCents }) => amountCents)).toEqual(amounts);
  });

  it('never exceed what is left after the fee, and each what was asked for', () => {
    fc.assert(
      fc.property(someSplits, aPayment, (splits, payment) => {
        const parts = computeParts(splits, payment);
        expect(sumSplits(parts)).toBeLessThanOrEqual(payment.paidCents - payment.feeCents);
        for (const { subAccountId, amountCents } of parts) {
          const split = splits.find((one) => one.subAccountId === subAccountId);
          const most = split?.amountCents ?? (payment.paidCents * (split?.basisPoints ?? 0)) / 10_000;
          expect(amountCents).toBeGreaterThan(0);
          expect(amountCents).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it('and the rest of the store are one journal that sums to zero', () => {
    fc.assert(
      fc.property(someSplits, aPayment, (splits, { paidCents: amountCents, feeCents }) => {
        const journal = planCapture(aPaidPix(tenant, { amountCents, feeCents, splits }), 'tran_1');
        const of = (account: string) =>
          journal.entries.filter((one) => one.account === account).reduce((sum, one) => sum + one.amountCents, 0);
        const parts = computeParts(splits, { paidCents: amountCents, feeCents });
        for (const part of parts) expect(of(`sub_available:${part.subAccountId}`)).toBe(part.amountCents);
        expect(of('available')).toBe(amountCents - feeCents - sumSplits(parts));
        expect(journal.entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(0);
      }),
    );
  });
});

describe('the shares in what goes back', () => {
  it('of several refunds are each within the part, add up to it, and are in proportion within a centavo', () => {
    const refunds = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 6 });
    fc.assert(
      fc.property(someSplits, aPayment, refunds, (splits, payment, percents) => {
        const parts = computeParts(splits, payment);
        const returned = new Map<string, Cents>();
        let left: number = payment.paidCents;
        for (const percent of [...percents, 100]) {
          const amountCents = cents(Math.floor((left * percent) / 100));
          const shares = computeShares(parts, returned, { amountCents, leftCents: cents(left) });
          expect(sumSplits(shares)).toBeLessThanOrEqual(amountCents);
          for (const { subAccountId, amountCents: share } of shares) {
            const part = parts.find((one) => one.subAccountId === subAccountId)?.amountCents ?? 0;
            const before = returned.get(subAccountId) ?? 0;
            expect(Math.abs(share - ((part - before) * amountCents) / left)).toBeLessThan(1.000_001);
            returned.set(subAccountId, cents(before + share));
          }
          left -= amountCents;
        }
        expect(left).toBe(0);
        expect(new Map(returned)).toEqual(new Map(parts.map((part) => [part.subAccountId, part.amountCents])));
      }),
    );
  });
});
