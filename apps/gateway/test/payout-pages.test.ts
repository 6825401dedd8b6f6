import { notFound, unavailable } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, startBeforeAll, testClock, testIds } from '@pitanga/testing';
import { payoutCallbacksRoutes } from '../src/http/callbacks/payout-callbacks-routes';
import { createServer } from '../src/http/server';
import { aCompletePayout, aPayout } from './messages';
import { wholeApi } from './whole-api';
import { anyGuess } from './test-api';

describe('the receipt of a payout', () => {
  const api = startBeforeAll(wholeApi);

  it('shows amount, date in São Paulo, the masked key and the id of the Pix', async () => {
    api.answering({ 'payouts.resolvePayout': { payout: aCompletePayout } });
    const page = await api.get('/receipts/payouts/tran_1');
    expect([page.statusCode, api.calls]).toEqual([200, [{ name: 'payouts.resolvePayout', request: { id: 'tran_1' } }]]);
    for (const text of [
      'Comprovante de Pix enviado',
      'R$ 50,00',
      '21 de novembro de 2026',
      '12:00:01',
      'a***@example.com',
      'Fornecedor &lt;b&gt;',
      'E12345678202611211500abcdefghijk',
      'tran_1',
    ]) {
      expect(page.text).toContain(text);
    }
  });

  it('of a withdrawal is called so', async () => {
    api.answering({ 'payouts.resolvePayout': { payout: { ...aCompletePayout, kind: 'PAYOUT_KIND_WITHDRAW' } } });
    expect((await api.get('/receipts/payouts/tran_1')).text).toContain('Comprovante de saque');
  });

  it('says what of it came back, at the time when it was sent', async () => {
    const sent = { ...aCompletePayout, completedAt: new Date('2026-11-21T15:00:01.000Z') };
    const returned = { ...sent, status: 'PAYOUT_STATUS_RETURNED', updatedAt: new Date('2026-11-24T15:00:00.000Z') };
    for (const [payout, texts] of [
      [{ ...sent, returnedCents: 2_000 }, ['Devolvido em parte', 'R$ 20,00']],
      [{ ...returned, returnedCents: 5_000 }, ['Devolvido', '21 de novembro de 2026']],
    ] as const) {
      api.answering({ 'payouts.resolvePayout': { payout } });
      const page = await api.get('/receipts/payouts/tran_1');
      expect(page.statusCode).toBe(200);
      for (const text of texts) expect(page.text).toContain(text);
    }
  });

  it('is there neither for a payout that has not arrived nor for an unknown id', async () => {
    for (const answer of [
      { payout: aPayout },
      () => {
        throw notFound('Saque não encontrado.');
      },
    ]) {
      api.answering({ 'payouts.resolvePayout': answer });
      const page = await api.get('/receipts/payouts/tran_1');
      expect([page.statusCode, page.text.includes('Não encontramos esta página')]).toEqual([404, true]);
    }
  });
});

describe('callbacks of payout providers', () => {
  const segment = testIds.token(43);
  const seen: unknown[] = [];
  let failure: Error | undefined;

  async function post(url: string, payload: string | undefined, headers: Record<string, string> = {}) {
    const app = createServer({
      log: silentLog,
      clock: testClock(),
      ids: testIds,
      metrics: createMetrics(),
      trustedProxyHops: 0,
      publicUrl: 'https://pitanga.example',
    });
    const receivePayoutCallback = (request: { body: Uint8Array }) => {
      if (failure) return Promise.reject(failure);
      seen.push({ ...request, body: Buffer.from(request.body).toString() });
      return Promise.resolve({});
    };
    await app.register((scope) => {
      payoutCallbacksRoutes(scope, { segmentGuesses: anyGuess, clients: { payouts: { receivePayoutCallback } } });
      return Promise.resolve();
    });
    const answer = await app.inject({ method: 'POST', url, headers, ...(payload !== undefined && { payload }) });
    await app.close();
    return answer.statusCode;
  }

  beforeEach(() => {
    seen.length = 0;
    failure = undefined;
  });

  it('are handed on byte for byte with what they are signed by', async () => {
    const body = '{"id": "tran_1",  "status":"COMPLETE"}';
    const headers = { 'content-type': 'text/plain', 'x-payout-timestamp': '1795186800', 'x-payout-signature': 'v1=ab' };
    expect(await post(`/callbacks/payouts/${segment}`, body, headers)).toBe(200);
    expect(seen).toEqual([{ segment, body, timestamp: '1795186800', signature: 'v1=ab' }]);
  });

  it('without a signature are judged by the service, and its refusal is the answer', async () => {
    expect(await post(`/callbacks/payouts/${segment}`, undefined)).toBe(200);
    expect(seen).toEqual([{ segment, body: '', timestamp: '', signature: '' }]);
    failure = unavailable('payouts is away');
    expect(await post(`/callbacks/payouts/${segment}`, '{}')).toBe(503);
    failure = notFound('Callback not found');
    expect(await post(`/callbacks/payouts/${segment}`, '{}')).toBe(404);
  });

  it('to a malformed address call no service', async () => {
    expect(await post('/callbacks/payouts/short', '{}')).toBe(404);
    expect(await post(`/callbacks/payouts/${segment}`, 'x'.repeat(1_048_577))).toBe(413);
    expect(seen).toEqual([]);
  });
});
