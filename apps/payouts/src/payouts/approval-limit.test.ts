import { cents } from '@pitanga/core';
import { needsApproval } from './approval-limit';

test('an approval is needed above the limit only, of any amount with a limit of zero, and never without one', () => {
  expect(needsApproval(cents(10_000), cents(10_000))).toBe(false);
  expect(needsApproval(cents(10_001), cents(10_000))).toBe(true);
  expect(needsApproval(cents(1), cents(0))).toBe(true);
  expect(needsApproval(cents(9_999_999_999), undefined)).toBe(false);
});
