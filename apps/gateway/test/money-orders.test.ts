import { startBeforeAll } from '@pitanga/testing';
import { asMember } from './member-mount';
import { aReview, aWaitingRefund } from './approval-messages';
import { aPayout, aRefund, aWaitingPayout } from './messages';
import { wholeApi } from './whole-api';

const requestedBy = { kind: 'PAYOUT_ACTOR_KIND_KEY', id: 'key_first', description: 'Robô' } as const;
const withdrawal = { amount: 350, externalId: 'w-1', pix: { type: 'CPF', key: '123.456.789-09' } };
const toKey = { pixKey: 'ana@gmail.example', pixKeyType: 'EMAIL' };

describe('an order that moves money out', () => {
  const api = startBeforeAll(wholeApi);

  it.each([
    ['POST /v1/withdraw/create', { ...withdrawal, method: 'PIX' }, 'payout.requested'],
    ['POST /v2/payouts/create', withdrawal, 'payout.requested'],
    ['POST /v2/pix/send', withdrawal, 'payout.requested'],
    ['POST /v2/checkouts/refund', { id: 'bill_1' }, 'refund.requested'],
    ['POST /v2/payment-links/refund', { id: 'char_1' }, 'refund.requested'],
    ['POST /v2/transparents/refund', { id: 'char_1', ...toKey }, 'refund.requested'],
    ['POST /v2/refunds/set-key', { id: 'ref_1', ...toKey }, 'refund.key_set'],
  ])(
    'is in the audit log with its amount and nothing of its receiver, below the limit too: %s',
    async (call, body, action) => {
      const masked = { pixKeyType: 'EMAIL', maskedPixKey: 'a***@gmail.example' };
      const refund = { ...aRefund, ...masked };
      api.answering({
        'payouts.createPayout': { payout: { ...aPayout, ...masked, requestedBy } },
        'refunds.createRefund': { refund },
        'refunds.setRefundKey': { refund },
      });
      await api.post(String(call.split(' ')[1]), body);
      const isPayout = action.startsWith('payout.');
      expect(api.facts).toMatchObject([
        {
          // Of a repeat it is who asked first.
          actor: { kind: 'KEY', id: isPayout ? 'key_first' : expect.stringMatching(/^key_/) },
          action,
          target: isPayout ? { type: 'payout', id: aPayout.id } : { type: 'refund', id: 'ref_1' },
          devMode: true,
          after: { amountCents: isPayout ? aPayout.amountCents : 12_345 },
        },
      ]);
      expect(JSON.stringify(api.facts)).not.toContain('gmail.example');
    },
  );

  it('shows who asked on its record, a key with its description', async () => {
    api.answering({ 'payouts.getPayout': { payout: { ...aPayout, requestedBy } } });
    expect((await api.get('/v2/payouts/get?id=tran_1')).json).toMatchObject({
      data: { requestedBy: { kind: 'KEY', id: 'key_first', description: 'Robô' } },
    });
    api.answering({ 'refunds.getRefund': { refund: aWaitingRefund } });
    expect((await api.get('/v2/refunds/get?id=ref_1')).json).toMatchObject({
      data: {
        pix: { type: 'EMAIL', key: 'a***@gmail.example' },
        requestedBy: { kind: 'KEY', id: 'key_1', description: 'Loja virtual' },
        approval: { status: 'WAITING', isAlone: false, sendsAt: null },
      },
    });
  });
});

describe('an order of a person who is alone', () => {
  const api = startBeforeAll(wholeApi);
  const sendsAt = new Date('2026-11-22T15:00:00.000Z');
  const alone = { ...aWaitingPayout.approval, isAlone: true, sendsAt };

  it('is mailed to them when they ask and when they confirm, with a link to reject it by, and never to another', async () => {
    const mailed = async (confirmedBy: string, url: string, body: object) => {
      const payout = { ...aWaitingPayout, approval: { ...alone, confirmedBy } };
      const answers = { 'payouts.createPayout': { payout }, 'payouts.approvePayout': { payout } };
      api.answering({ ...answers, 'mails.sendAccountMail': { queued: true, isOff: false } });
      expect((await api.post(url, body, 'member')).statusCode).toBe(200);
      return api.calls.filter(({ name }) => name === 'mails.sendAccountMail').map(({ request }) => request);
    };
    for (const [url, body] of [
      ['/v2/payouts/create', withdrawal],
      ['/v2/payouts/approve', { id: 'tran_1' }],
    ] as const) {
      expect(await mailed('user_1', url, body)).toMatchObject([
        {
          messageId: `${aWaitingPayout.id}:delayed`,
          kind: 'ACCOUNT_MAIL_KIND_MONEY_DELAYED',
          email: 'ana@loja.example',
          link: expect.stringContaining(`/test/pix/${aWaitingPayout.id}`) as string,
          expiresAt: sendsAt,
        },
      ]);
      expect(await mailed('user_other', url, body)).toEqual([]);
    }
  });
});

describe('the whole key of what waits', () => {
  const api = startBeforeAll(wholeApi);
  const answers = {
    'payouts.reviewPayout': { payout: aWaitingPayout, review: aReview },
    'refunds.reviewRefund': { refund: aWaitingRefund, review: aReview },
  };

  it.each(['/v2/payouts/review?id=tran_2', '/v2/refunds/review?id=ref_1'])(
    'is shown to who may approve, by a session, with a fresh factor in production: %s',
    async (url) => {
      api.answering(answers);
      for (const key of ['full', 'production', 'without-WITHDRAW-CREATE']) {
        expect((await api.get(url, key)).statusCode).toBe(403);
      }
      const codeOf = async (...member: Parameters<typeof asMember>) => {
        const answer = await api.app.inject({ url: `/dashboard/api${url}`, headers: asMember(...member) });
        return answer.json<{ code?: string }>().code ?? answer.statusCode;
      };
      for (const role of ['DEVELOPER', 'SUPPORT', 'VIEWER'] as const) {
        expect(await codeOf(role, 'dev', 'fresh')).toBe('PERMISSION_MISSING');
      }
      expect(await codeOf('OWNER', 'prod', 'stale')).toBe('SECOND_FACTOR_REQUIRED');
      expect([api.calls, api.facts]).toEqual([[], []]);
      expect([await codeOf('FINANCE', 'dev', 'stale'), await codeOf('OWNER', 'prod', 'fresh')]).toEqual([200, 200]);
    },
  );

  it.each([
    ['/v2/payouts/review?id=tran_2', 'payout.reviewed'],
    ['/v2/refunds/review?id=ref_1', 'refund.reviewed'],
  ])('is in full with its holder, and each look is in the audit log without it: %s', async (url, action) => {
    api.answering(answers);
    for (let looks = 0; looks < 2; looks += 1) {
      const { text } = await api.get(url, 'member');
      expect(text).toContain('ana.souza@gmail.example');
    }
    expect(api.facts.map((fact) => fact.action)).toEqual([action, action]);
    expect(JSON.stringify(api.facts)).not.toContain('ana.souza');
  });

  it('tells two keys apart that look alike where they are masked', async () => {
    const shown = async (pixKey: string) => {
      api.answering({ 'payouts.reviewPayout': { payout: aWaitingPayout, review: { ...aReview, pixKey } } });
      return (await api.get('/v2/payouts/review?id=tran_2', 'member')).text;
    };
    expect(await shown('ana@gmail.example')).not.toBe(await shown('attacker@gmail.example'));
  });
});
