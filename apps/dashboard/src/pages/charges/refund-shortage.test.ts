import { refundShortage } from './refund-shortage';

test.each([
  ['is nothing while enough is available', 100, 100, 0, { kind: 'NONE' }],
  ['of a first sale is its fee', 10_000, 9_920, 0, { kind: 'SHORT', short: 80 }],
  ['is covered as far as the overdraft goes', 10_000, 9_920, 80, { kind: 'COVERED' }],
  ['is what is beyond the overdraft', 10_000, 9_920, 30, { kind: 'SHORT', short: 50 }],
  ['counts what is below zero already', 100, -50, 100, { kind: 'SHORT', short: 50 }],
] as const)('what a refund lacks %s', (_what, amount, available, overdraft, shortage) => {
  expect(refundShortage(amount, available, overdraft)).toEqual(shortage);
});
