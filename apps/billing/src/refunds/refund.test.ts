import { cents, isAppError, sumCents, zeroCents } from '@pitanga/core';
import fc from 'fast-check';
import type { Charge } from '../charges/charge';
import { refundableAmount, refundedCharge } from '../charges/charge-life';
import { amountToRefund } from './refund';

const at = new Date('2026-11-22T15:00:00.000Z');

function aPaid(paid: number): Charge {
  const money = { amountCents: cents(paid), paidAmountCents: cents(paid), refundedCents: zeroCents };
  return { id: 'pix_char_1', status: 'PAID', updatedAt: at, ...money } as Charge;
}

describe('refunds of parts', () => {
  it('in any number and of any amounts add up to what the charge says, never to more than was paid', () => {
    const amounts = fc.array(fc.option(fc.integer({ min: -5, max: 20_000 }), { nil: undefined, freq: 12 }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000 }), amounts, (paid, asked) => {
        let charge = aPaid(paid);
        let total = zeroCents;
        for (const amount of asked) {
          const left = refundableAmount(charge);
          try {
            const taken = amountToRefund(charge, amount === undefined ? undefined : cents(amount));
            expect(taken).toBe(amount ?? left);
            charge = refundedCharge(charge, taken, at);
            total = sumCents(total, taken);
          } catch (error) {
            if (!isAppError(error)) throw error;
            const isRight = left === 0 || (amount !== undefined && (amount < 1 || amount > left));
            expect(isRight).toBe(true);
          }
          expect(charge.refundedCents).toBe(total);
          expect(sumCents(total, refundableAmount(charge))).toBe(paid);
          expect(charge.status).toBe(total === paid ? 'REFUNDED' : 'PAID');
        }
      }),
    );
  });

  it('that would be more than is left are a mistake of the program', () => {
    expect(() => refundedCharge(aPaid(100), cents(101), at)).toThrow(RangeError);
  });

  it('of a charge under dispute count, and leave it under dispute', () => {
    const disputed = { ...aPaid(100), status: 'UNDER_DISPUTE' } as Charge;
    expect(refundedCharge(disputed, cents(100), at)).toMatchObject({ status: 'UNDER_DISPUTE', refundedCents: 100 });
  });
});
