import { paidBy } from './total-paid';

const charge = {
  method: 'PIX' as const,
  paidAmount: null,
  platformFee: 80,
  refundedAmount: 0,
  disputedAmount: 0,
  paidAt: null,
};

test('what was paid counts, less what went back or is disputed, with the last day', () => {
  expect(
    paidBy([
      { ...charge, paidAmount: 1_000, paidAt: '2026-11-20T10:00:00.000Z' },
      { ...charge, paidAmount: 5_000, refundedAmount: 2_000, paidAt: '2026-11-21T10:00:00.000Z' },
      { ...charge, paidAmount: 700, disputedAmount: 700, paidAt: '2026-11-01T10:00:00.000Z' },
      charge,
    ]),
  ).toEqual({ total: 4_000, fees: 240, net: 4_460, count: 3, lastAt: '2026-11-21T10:00:00.000Z' });
});

test('somebody who never paid has paid nothing', () => {
  expect(paidBy([charge])).toEqual({ total: 0, fees: 0, net: 0, count: 0, lastAt: null });
});
