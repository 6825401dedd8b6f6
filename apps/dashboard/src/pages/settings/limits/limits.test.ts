import {
  allowedSteps,
  changedParts,
  limitChanges,
  looserNames,
  toLimitForm,
  toLimitState,
  type LimitState,
} from './limits';

const ana = { type: 'EMAIL', key: 'ana@example.com' } as const;
const bia = { type: 'CPF', key: '52998224725' } as const;
const before: LimitState = {
  perOrder: 10_000,
  perDay: null,
  perNight: 0,
  intervalSeconds: 60,
  allowedKeys: [ana],
  payoutApprovalAbove: 5_000,
};

describe('a change of limits', () => {
  it('reads a store without limits as one that nothing bounds', () => {
    const state = toLimitState({ limits: null, payoutApprovalAbove: null, change: null });
    expect(Object.values(state)).toEqual([null, null, null, null, null, null]);
    expect(limitChanges(toLimitForm(state), state)).toBeUndefined();
  });

  it('sends nothing that stayed as it was, and null for what is taken away', () => {
    const form = toLimitForm(before);
    expect(limitChanges(form, before)).toBeUndefined();
    expect(limitChanges({ ...form, perOrder: undefined, perDay: 0 }, before)).toEqual({ perOrder: null, perDay: 0 });
    expect(limitChanges({ ...form, isListed: false }, before)).toEqual({ allowedKeys: null });
    expect(limitChanges({ ...form, allowedKeys: [bia, ana] }, before)).toEqual({ allowedKeys: [bia, ana] });
    expect(limitChanges({ ...form, allowedKeys: [] }, before)).toEqual({ allowedKeys: [] });
  });

  it('takes a list in another order for the same', () => {
    const state = { ...before, allowedKeys: [ana, bia] };
    expect(limitChanges({ ...toLimitForm(state), allowedKeys: [bia, ana] }, state)).toBeUndefined();
  });

  it('knows what lets more leave, which takes two people, from what works at once', () => {
    const looser = { perOrder: 10_001, perNight: null, intervalSeconds: 0, allowedKeys: [ana, bia] };
    expect(looserNames(before, looser)).toEqual(['perOrder', 'perNight', 'intervalSeconds', 'allowedKeys']);
    expect(looserNames(before, { payoutApprovalAbove: null, allowedKeys: null })).toEqual([
      'allowedKeys',
      'payoutApprovalAbove',
    ]);
    const stricter = { perOrder: 9_999, perDay: 1, intervalSeconds: 61, allowedKeys: [], payoutApprovalAbove: 0 };
    expect(looserNames(before, stricter)).toEqual([]);
  });

  it('shows what was of the parts that change, and of no other', () => {
    expect(changedParts(before, { perDay: 1, perNight: null })).toEqual({ perDay: null, perNight: 0 });
  });

  it('is confirmed by another person alone, and cancelled by everybody who may change limits', () => {
    const waiting = { status: 'WAITING', askedBy: 'usr_ana' } as const;
    const steps = (userId: string, mayChange = true) => allowedSteps(waiting, { userId, mayChange });
    expect(steps('usr_ana')).toEqual({ mayConfirm: false, mayCancel: true });
    expect(steps('usr_bia')).toEqual({ mayConfirm: true, mayCancel: true });
    expect(steps('usr_bia', false)).toEqual({ mayConfirm: false, mayCancel: false });
    const caller = { userId: 'usr_bia', mayChange: true };
    expect(allowedSteps({ ...waiting, status: 'SCHEDULED' }, caller)).toEqual({ mayConfirm: false, mayCancel: true });
    expect(allowedSteps({ ...waiting, status: 'APPLIED' }, caller).mayCancel).toBe(false);
  });
});
