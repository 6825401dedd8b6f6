import { cents, sumCents } from '@pitanga/core';
import fc from 'fast-check';
import { noon } from '../../test/fixtures';
import { cardParts, toInstallment } from '../pending-parts/pending-part';
import { splitInstallments } from './split-installments';

/** What the store and up to 20 sub-accounts get of a payment in 1 to 12 installments. */
const aPayment = fc.record({
  storeCents: fc.nat({ max: 999_999_999 }),
  amounts: fc.array(fc.integer({ min: 1, max: 999_999_999 }), { minLength: 1, maxLength: 20 }),
  installmentCount: fc.integer({ min: 1, max: 12 }),
});

it('divides each installment among all, and gives each owner exactly what is theirs', () => {
  fc.assert(
    fc.property(aPayment, ({ storeCents, amounts, installmentCount }) => {
      const parts = amounts.map((amount, index) => ({
        subAccountId: `sacc_${String(index)}`,
        amountCents: cents(amount),
      }));
      const net = sumCents(cents(storeCents), ...parts.map(({ amountCents }) => amountCents));
      const installments = cardParts(net, installmentCount, noon);
      const rows = splitInstallments(installments, parts);
      const sumOf = (belongs: (row: (typeof rows)[number]) => boolean) =>
        sumCents(...rows.filter(belongs).map(({ amountCents }) => amountCents));
      for (const { number, amountCents, dueAt } of installments) {
        expect(sumOf((row) => toInstallment(row.number) === number && row.dueAt === dueAt)).toBe(amountCents);
      }
      for (const part of parts) expect(sumOf((row) => row.subAccountId === part.subAccountId)).toBe(part.amountCents);
      expect(sumOf((row) => row.subAccountId === undefined)).toBe(storeCents);
      expect(rows.every(({ amountCents }) => amountCents > 0)).toBe(true);
      expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
    }),
  );
});

it('of no splits are the installments themselves', () => {
  const installments = cardParts(cents(1_000), 3, noon);
  expect(splitInstallments(installments, [])).toBe(installments);
});
