import { Problem } from '../../api/problem';
import { refundShortage, refusedShortage } from './refund-shortage';

test.each([
  ['is nothing while enough is available', 100, 100, 0, { kind: 'NONE' }],
  ['of a first sale is its fee', 10_000, 9_920, 0, { kind: 'SHORT', short: 80 }],
  ['is covered as far as the overdraft goes', 10_000, 9_920, 80, { kind: 'COVERED' }],
  ['is what is beyond the overdraft', 10_000, 9_920, 30, { kind: 'SHORT', short: 50 }],
  ['counts what is below zero already', 100, -50, 100, { kind: 'SHORT', short: 50 }],
] as const)('what a refund lacks %s', (_what, amount, available, overdraft, shortage) => {
  expect(refundShortage(amount, { available, topUp: 0 }, overdraft)).toEqual(shortage);
});

test.each([
  [80, 9_920, { kind: 'NONE' }],
  [10_000, -500, { kind: 'NONE' }],
  [30, 9_920, { kind: 'SHORT', short: 50 }],
] as const)('a top-up of %d is spent before the %d that are available', (topUp, available, shortage) => {
  expect(refundShortage(10_000, { available, topUp }, 0)).toEqual(shortage);
});

test.each([
  ['R$ 10,79 and the operation needs R$ 1.010,80', 0, 100_001],
  ['-R$ 0,50 and the operation needs R$ 1,00', 30, 120],
  ['unknown', 0, undefined],
] as const)('what a refused refund lacked is read of: %s', (told, overdraft, lacked) => {
  const sentence = `INSUFFICIENT_FUNDS: the available balance is ${told}`;
  const problem = new Problem(sentence, 'INSUFFICIENT_FUNDS', 400, undefined, undefined);
  expect(refusedShortage(problem, overdraft)).toBe(lacked);
});
