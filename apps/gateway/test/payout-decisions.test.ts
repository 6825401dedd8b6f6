import { AppError, notFound, permissionDenied } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { asMember } from './member-mount';
import { anApprovedPayout, aRejectedPayout } from './messages';
import { wholeApi } from './whole-api';

describe('the decision on a payout', () => {
  const api = startBeforeAll(wholeApi);

  it.each(['approve', 'reject'])('is no key’s, whatever its permissions, and asks no service: %s', async (verb) => {
    api.answering({});
    for (const key of ['full', 'production']) {
      const answer = await api.post(`/v2/payouts/${verb}`, { id: 'tran_1' }, key);
      expect([answer.statusCode, answer.json]).toMatchObject([403, { code: 'PERSON_REQUIRED' }]);
    }
    expect(api.calls).toEqual([]);
  });

  it.each(['approve', 'reject'])('needs WITHDRAW:CREATE, and in production a fresh factor: %s', async (verb) => {
    api.answering({
      'payouts.approvePayout': { payout: anApprovedPayout },
      'payouts.rejectPayout': { payout: aRejectedPayout },
    });
    const codeOf = async (...member: Parameters<typeof asMember>) => {
      const url = `/dashboard/api/v2/payouts/${verb}`;
      const answer = await api.app.inject({
        method: 'POST',
        url,
        headers: asMember(...member),
        payload: { id: 'tran_1' },
      });
      return answer.json<{ code?: string }>().code ?? answer.statusCode;
    };
    for (const role of ['DEVELOPER', 'SUPPORT', 'VIEWER'] as const) {
      expect(await codeOf(role, 'dev', 'fresh')).toBe('PERMISSION_MISSING');
    }
    expect(await codeOf('FINANCE', 'prod', 'stale')).toBe('SECOND_FACTOR_REQUIRED');
    expect(api.calls).toEqual([]);
    expect([await codeOf('FINANCE', 'dev', 'stale'), await codeOf('OWNER', 'prod', 'fresh')]).toEqual([200, 200]);
  });

  it('is in the audit log, once it has been made, by whom it was made', async () => {
    api.answering({ 'payouts.approvePayout': { payout: anApprovedPayout } });
    await api.post('/v2/payouts/approve', { id: 'tran_1' }, 'member');
    expect(api.facts).toMatchObject([
      {
        actor: { kind: 'USER', id: 'user_1' },
        action: 'payout.approval_attempted',
        target: { type: 'payout', id: 'tran_1' },
        after: { session: 'sess_1' },
      },
      {
        actor: { kind: 'USER', id: 'user_1' },
        action: 'payout.approved',
        target: { type: 'payout', id: 'tran_1' },
        devMode: true,
        after: { amountCents: 5_000, requestedBy: 'key_1' },
      },
    ]);
    const byAnother = { ...anApprovedPayout, approval: { ...anApprovedPayout.approval, decidedBy: 'user_2' } };
    api.answering({ 'payouts.approvePayout': { payout: byAnother } });
    await api.post('/v2/payouts/approve', { id: 'tran_1' }, 'member');
    expect(api.facts.map(({ action }) => action)).toEqual(['payout.approval_attempted']);
  });

  const throwing = (error: AppError) => () => {
    throw error;
  };

  it.each([
    [notFound('x', 'PAYOUT_NOT_FOUND'), 404],
    [permissionDenied('x', 'PAYOUT_OWN_REQUEST'), 403],
    [new AppError({ kind: 'FAILED_PRECONDITION', reason: 'PAYOUT_APPROVAL_DECIDED', message: 'x' }), 400],
    [new AppError({ kind: 'ABORTED', reason: 'PAYOUT_IN_FLIGHT', message: 'x' }), 409],
  ])('is refused as payouts refuses it, and then leaves the entry of its attempt alone: %s', async (error, status) => {
    api.answering({ 'payouts.approvePayout': throwing(error) });
    const answer = await api.post('/v2/payouts/approve', { id: 'tran_1' }, 'member');
    expect([answer.statusCode, answer.json]).toMatchObject([status, { code: error.reason }]);
    expect(api.facts.map(({ action }) => action)).toEqual(['payout.approval_attempted']);
  });
});
