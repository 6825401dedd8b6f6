import type { PixReturnAsk } from '@pitanga/contracts';
import { notFound, unauthenticated, unavailable } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, testClock, testIds } from '@pitanga/testing';
import { asaasWithdrawalsRoutes } from '../src/http/callbacks/asaas-withdrawals-routes';
import { createServer } from '../src/http/server';
import { anyGuess } from './test-api';

const segment = testIds.token(43);
const seen: { segment: string; token: string; body: string }[] = [];
const askedOfBilling: object[] = [];
let answer: () => Promise<{ approved: boolean; refuseReason: string; pixReturn?: PixReturnAsk | undefined }>;
let billingAnswer: () => Promise<{ approved: boolean; refuseReason: string }>;
const deps = {
  segmentGuesses: anyGuess,
  clients: {
    asaasPayouts: {
      answerWithdrawal: (request: { segment: string; token: string; body: Uint8Array }) => {
        seen.push({ ...request, body: Buffer.from(request.body).toString() });
        return answer().then((given) => ({ pixReturn: undefined, ...given }));
      },
    },
    asaasAccounts: {
      answerRefundAsk: (request: PixReturnAsk) => {
        askedOfBilling.push(request);
        return billingAnswer();
      },
    },
  },
};
beforeEach(() => {
  seen.splice(0);
  askedOfBilling.splice(0);
  billingAnswer = () => Promise.reject(new Error('not asked'));
  answer = () => Promise.resolve({ approved: false, refuseReason: 'Esta saída não foi pedida no Pitanga.' });
});

async function ask(url: string, payload: string, token?: string) {
  const app = createServer({
    log: silentLog,
    clock: testClock(),
    ids: testIds,
    metrics: createMetrics(),
    trustedProxyHops: 0,
    publicUrl: 'https://pitanga.example',
  });
  await app.register((scope) => {
    asaasWithdrawalsRoutes(scope, deps);
    return Promise.resolve();
  });
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { 'asaas-access-token': token }) };
  const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload });
  await app.close();
  return { statusCode, answer: JSON.parse(body) as Record<string, unknown> };
}

describe('an ask of Asaas whether money may leave', () => {
  test('is handed on byte for byte with its token, and answered in its words', async () => {
    const body = '{"type": "TRANSFER",  "transfer":{}}';
    expect(await ask(`/callbacks/asaas-withdrawals/${segment}`, body, 'its token')).toEqual({
      statusCode: 200,
      answer: { status: 'REFUSED', refuseReason: 'Esta saída não foi pedida no Pitanga.' },
    });
    answer = () => Promise.resolve({ approved: true, refuseReason: '' });
    const approved = { statusCode: 200, answer: { status: 'APPROVED' } };
    expect(await ask(`/callbacks/asaas-withdrawals/${segment}`, '{')).toEqual(approved);
    expect(seen).toEqual([
      { segment, token: 'its token', body },
      { segment, token: '', body: '{' },
    ]);
  });

  test('about a Pix that goes back is decided by billing, whose errors approve nothing either', async () => {
    const pixReturn = { storeId: 'store_1', returnId: 'r1', amountCents: 200, endToEndId: 'E1', paymentId: 'pay_1' };
    answer = () => Promise.resolve({ approved: false, refuseReason: '', pixReturn });
    billingAnswer = () => Promise.resolve({ approved: true, refuseReason: '' });
    const url = `/callbacks/asaas-withdrawals/${segment}`;
    expect((await ask(url, '{}', 'its token')).answer).toEqual({ status: 'APPROVED' });
    expect(askedOfBilling).toEqual([pixReturn]);
    billingAnswer = () => Promise.resolve({ approved: false, refuseReason: 'Não.' });
    expect((await ask(url, '{}', 'its token')).answer).toEqual({ status: 'REFUSED', refuseReason: 'Não.' });
    billingAnswer = () => Promise.reject(unavailable('billing is away'));
    const failed = await ask(url, '{}', 'its token');
    expect([failed.statusCode, failed.answer['status']]).toEqual([503, undefined]);
  });

  test.each([
    [404, () => notFound('Callback not found')],
    [401, () => unauthenticated('The signature of the callback is not valid', 'PAYOUT_CALLBACK_SIGNATURE')],
    [503, () => unavailable('payouts is away')],
    [500, () => new Error('broken')],
  ])('is never approved by an error: %i', async (statusCode, failure) => {
    answer = () => Promise.reject(failure());
    const answered = await ask(`/callbacks/asaas-withdrawals/${segment}`, '{}', 'its token');
    expect(answered.statusCode).toBe(statusCode);
    expect(answered.answer['status']).toBeUndefined();
  });

  test('at an address of no form reaches nobody', async () => {
    expect((await ask('/callbacks/asaas-withdrawals/short', '{}', 'its token')).statusCode).toBe(404);
    expect(seen).toEqual([]);
  });
});
