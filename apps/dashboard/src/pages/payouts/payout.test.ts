import { allowedDecision, payoutState, wouldWait, type Payout } from './payout';

const approval = {
  status: 'WAITING' as const,
  requestedBy: { kind: 'USER' as const, id: 'user_1', description: null },
  isAlone: false,
  sendsAt: null,
  decidedBy: null,
  decidedAt: null,
  expiresAt: '2026-11-28T15:00:00.000Z',
};
const payout = { status: 'PENDING', approval } as Payout;
const mayPayOut = true;

test('who asked may only take it back, another person who may pay out decides, nobody else does', () => {
  expect(allowedDecision(payout, { userId: 'user_1', mayPayOut })).toBe('TAKE_BACK');
  expect(allowedDecision(payout, { userId: 'user_2', mayPayOut })).toBe('DECIDE');
  expect(allowedDecision(payout, { userId: 'user_2', mayPayOut: false })).toBe('NONE');
  const byKey = {
    ...payout,
    approval: { ...approval, requestedBy: { kind: 'KEY' as const, id: 'user_1', description: 'Robô' } },
  };
  expect(allowedDecision(byKey, { userId: 'user_1', mayPayOut })).toBe('DECIDE');
});

test('what was decided, or needs no approval, is decided by nobody', () => {
  const decided = { ...payout, approval: { ...approval, status: 'APPROVED' as const } };
  expect(allowedDecision(decided, { userId: 'user_2', mayPayOut })).toBe('NONE');
  expect(allowedDecision({ status: 'PENDING' }, { userId: 'user_2', mayPayOut })).toBe('NONE');
});

test('a payout that waits for a person is told apart from one that is on its way', () => {
  expect(payoutState(payout)).toBe('WAITING');
  expect(payoutState({ status: 'PENDING' } as Payout)).toBe('PENDING');
  expect(payoutState({ ...payout, status: 'FAILED' })).toBe('FAILED');
});

test('only what is above the limit waits', () => {
  expect([wouldWait(100, 100), wouldWait(101, 100), wouldWait(1, 0), wouldWait(1, null)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
