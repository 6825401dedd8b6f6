import { cents } from '@pitanga/core';
import { approvalMs, isOwnRequest, needsApproval, waitingApproval } from './payout-approval';

const noon = new Date('2026-11-20T15:00:00.000Z');

describe('the approval of a payout', () => {
  it('is needed above the limit only, of any amount with a limit of zero, and never without one', () => {
    expect(needsApproval(cents(10_000), cents(10_000))).toBe(false);
    expect(needsApproval(cents(10_001), cents(10_000))).toBe(true);
    expect(needsApproval(cents(1), cents(0))).toBe(true);
    expect(needsApproval(cents(9_999_999_999), undefined)).toBe(false);
  });

  it('may be given for seven days', () => {
    const { expiresAt } = waitingApproval({ kind: 'KEY', id: 'key_1' }, noon);
    expect([expiresAt.toISOString(), approvalMs]).toEqual(['2026-11-27T15:00:00.000Z', 604_800_000]);
  });

  it('is not for who asked, nor for who made the key that asked', () => {
    const byPerson = waitingApproval({ kind: 'USER', id: 'user_1' }, noon);
    expect(isOwnRequest(byPerson, { userId: 'user_1', madeKeyIds: [] })).toBe(true);
    expect(isOwnRequest(byPerson, { userId: 'user_2', madeKeyIds: ['user_1'] })).toBe(false);
    const byKey = waitingApproval({ kind: 'KEY', id: 'key_1' }, noon);
    expect(isOwnRequest(byKey, { userId: 'user_1', madeKeyIds: ['key_0', 'key_1'] })).toBe(true);
    expect(isOwnRequest(byKey, { userId: 'key_1', madeKeyIds: [] })).toBe(false);
  });
});
