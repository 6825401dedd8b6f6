import { AppError } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { asMember } from './member-mount';
import { aReview, aWaitingRefund } from './approval-messages';
import { aPayout, aRefund, aWaitingPayout } from './messages';
import { caller, wholeApi } from './whole-api';

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
    'is in the audit log before it is asked for and after, with amount and masked receiver, below the limit too: %s',
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
      const key = expect.stringMatching(/^key_/) as string;
      const attempted = action.replace('requested', 'attempted').replace('key_set', 'key_attempted');
      expect(api.facts).toMatchObject([
        {
          actor: { kind: 'KEY', id: key },
          action: attempted,
          target: { type: 'store', id: caller.tenant.storeId },
          devMode: true,
          after: {
            amountCents: 'amount' in body ? body.amount : null,
            ...('pix' in body && { pixKeyType: 'CPF', pixKey: '123.***.***-**' }),
            ...('pixKey' in body && { pixKeyType: 'EMAIL', pixKey: 'a***@gmail.example' }),
            ...('id' in body && { originalId: body.id }),
          },
        },
        {
          // Of a repeat it is who asked first.
          actor: { kind: 'KEY', id: isPayout ? 'key_first' : key },
          action,
          target: isPayout ? { type: 'payout', id: aPayout.id } : { type: 'refund', id: 'ref_1' },
          devMode: true,
          after: {
            amountCents: isPayout ? aPayout.amountCents : 12_345,
            pixKeyType: 'EMAIL',
            pixKey: 'a***@gmail.example',
            ...(!isPayout && { chargeId: aRefund.chargeId }),
          },
        },
      ]);
      expect(new Set(api.facts.map(({ requestId }) => requestId)).size).toBe(1);
      expect(JSON.stringify(api.facts)).not.toMatch(/ana@|456789|456\.789/);
    },
  );

  it('is for a TED one that a payouts of before it refuses, and takes for no Pix', async () => {
    api.answering({ 'stores.get': { name: 'Loja' }, 'payouts.createPayout': { payout: aPayout } });
    const account = { bankCode: '341', branch: '1234', account: '12345678', accountDigit: '9' };
    const bankAccount = { ...account, accountType: 'CHECKING' };
    await api.post('/v2/payouts/create', { amount: 350, externalId: 'w-1', method: 'TED', bankAccount });
    const asked = { pixKey: '', pixKeyType: 'BANK_ACCOUNT', bankAccount: account };
    expect(api.calls.at(-1)).toMatchObject({ name: 'payouts.createPayout', request: asked });
  });

  it.each([
    ['/v2/payouts/create', { amount: 350, pix: { type: 'CPF', key: 'Ana Souza' } }, 'payout.attempted'],
    ['/v2/checkouts/refund', { id: 'pedido da Ana' }, 'refund.attempted'],
    ['/v2/refunds/set-key', { id: 'ref_1', ...toKey }, 'refund.key_attempted'],
  ])(
    'has its first entry whatever breaks after it, and names nobody by a text of its own: %s',
    async (url, body, action) => {
      const dying = () => {
        // The process ends while the service has the order.
        throw new AppError({ kind: 'UNAVAILABLE', reason: 'SERVICE_UNAVAILABLE', message: 'x' });
      };
      api.answering({
        'payouts.createPayout': dying,
        'refunds.createRefund': dying,
        'refunds.setRefundKey': dying,
      });
      expect((await api.post(url, body)).statusCode).toBe(503);
      expect(api.facts.map((fact) => fact.action)).toEqual([action]);
      expect(JSON.stringify(api.facts)).not.toContain('Ana');
    },
  );

  it.each([
    ['attach', { id: 'tran_1', chargeId: 'pedido da Ana' }],
    ['refund', { id: 'tran_1' }],
  ])('of a Pix without a charge has its first entry too, whatever breaks after it: %s', async (verb, body) => {
    const dying = () => {
      throw new AppError({ kind: 'UNAVAILABLE', reason: 'SERVICE_UNAVAILABLE', message: 'x' });
    };
    api.answering({ 'keyPayments.attachKeyPayment': dying, 'keyPayments.returnKeyPayment': dying });
    expect((await api.post(`/v2/key-payments/${verb}`, body, 'member')).statusCode).toBe(503);
    expect(api.facts).toMatchObject([
      {
        action: `key_payment.${verb === 'attach' ? 'attach' : 'return'}_attempted`,
        target: { type: 'key_payment', id: 'tran_1' },
        after: { session: 'sess_1', ...(verb === 'attach' && { chargeId: '***' }) },
      },
    ]);
  });

  it('of a person says in which session it was asked for, unless that began after the order', async () => {
    const asked = { kind: 'PAYOUT_ACTOR_KIND_USER', id: 'user_1' } as const;
    const sessionsAt = async (createdAt: Date) => {
      api.answering({ 'payouts.createPayout': { payout: { ...aPayout, requestedBy: asked, createdAt } } });
      await api.post('/v2/payouts/create', withdrawal, 'member');
      return api.facts.map(({ after }) => after?.['session']);
    };
    expect(await sessionsAt(new Date('2099-01-01T00:00:00.000Z'))).toEqual(['sess_1', 'sess_1']);
    expect(api.facts[1]?.after).toMatchObject({ device: '', signedInAt: expect.stringMatching(/Z$/) as string });
    expect(await sessionsAt(new Date('2020-01-01T00:00:00.000Z'))).toEqual(['sess_1', undefined]);
  });

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
    'ledger.getPayoutUse': { dayCents: 15_000 },
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

  it('comes with one sum of the day for every way out, and with the session of the member who asked', async () => {
    const requestedBy = { kind: 'PAYOUT_ACTOR_KIND_USER', id: 'user_2', description: undefined } as const;
    const payout = { ...aWaitingPayout, approval: { ...aWaitingPayout.approval, requestedBy } };
    api.answering({ ...answers, 'payouts.reviewPayout': { payout, review: aReview } });
    const session = { device: 'Chrome (Windows)', signedInAt: '2026-11-21T14:00:00.000Z' };
    expect((await api.get('/v2/payouts/review?id=tran_2', 'member')).json).toMatchObject({
      data: { dayAmount: 15_000, requestedBy: { id: 'user_2', session } },
    });
    expect((await api.get('/v2/refunds/review?id=ref_1', 'member')).json).toMatchObject({
      data: { dayAmount: 15_000, requestedBy: { session: null } },
    });
    const asked = api.calls.filter(({ name }) => name === 'ledger.getPayoutUse').map(({ request }) => request);
    expect(asked).toHaveLength(2);
  });

  it('tells two keys apart that look alike where they are masked', async () => {
    const shown = async (pixKey: string) => {
      api.answering({ ...answers, 'payouts.reviewPayout': { payout: aWaitingPayout, review: { ...aReview, pixKey } } });
      return (await api.get('/v2/payouts/review?id=tran_2', 'member')).text;
    };
    expect(await shown('ana@gmail.example')).not.toBe(await shown('attacker@gmail.example'));
  });
});
