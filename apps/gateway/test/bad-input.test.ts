import { failedPrecondition, notFound } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aBoleto, aCardCharge, aCharge } from './messages';
import { wholeApi } from './whole-api';
import { paymentRefusals } from './bad-payments';
import { recordRefusals } from './bad-records';

const pix = (data: object) => ({ method: 'PIX', data: { amount: 500, ...data } });

describe('bad input', () => {
  const api = startBeforeAll(wholeApi);

  it.each([...recordRefusals, ...paymentRefusals])(
    '%s %# is refused with one sentence and asks no service',
    async (path, body, error) => {
      api.answering({});
      const response = await (body === undefined ? api.get(path) : api.post(path, body));
      const expected = path.startsWith('/v2')
        ? { data: null, success: false, error }
        : { data: null, error, message: error };
      expect([response.statusCode, response.json]).toMatchObject([400, expected]);
      expect(api.calls).toEqual([]);
    },
  );

  it('takes an empty inline customer and nulls as left out', async () => {
    api.answering({});
    await api.post('/v2/transparents/create', pix({ customer: {}, description: null, metadata: null }));
    expect(api.calls).toMatchObject([
      { request: { customer: undefined, description: undefined, metadataJson: '{}', amountCents: 500 } },
    ]);
  });

  it('a simulated payment with empty metadata leaves the charge’s own', async () => {
    for (const path of ['/v1/pixQrCode/simulate-payment', '/v2/transparents/simulate-payment']) {
      api.answering({ 'charges.getCharge': { charge: aCharge } });
      await api.post(`${path}?id=pix_char_1`, { metadata: {} });
      const request = { id: 'pix_char_1', metadataJson: undefined };
      expect(api.calls.slice(-1)).toMatchObject([{ name: 'charges.simulateChargePayment', request }]);
    }
  });

  it.each([aBoleto, aCardCharge])(
    'v1 Pix QR codes know no charge of another method, and do not pay it',
    async (charge) => {
      const body = { data: null, error: 'Cobrança não encontrada.', message: 'Cobrança não encontrada.' };
      for (const [ask, path] of [
        [api.get, 'check'],
        [api.post, 'simulate-payment'],
      ] as const) {
        api.answering({ 'charges.getCharge': { charge } });
        const response = await ask(`/v1/pixQrCode/${path}?id=${charge.id}`);
        expect([response.statusCode, response.json]).toMatchObject([404, body]);
        expect(api.calls).toMatchObject([{ name: 'charges.getCharge' }]);
      }
    },
  );

  it('ignores unknown keys and unknown query fields where they are not refused by name', async () => {
    api.answering({});
    await api.post('/v2/transparents/create?x=1', { ...pix({ surprise: 1 }), other: true });
    expect(api.calls).toHaveLength(1);
  });

  it('answers a service’s refusal with its own sentence', async () => {
    api.answering({
      'charges.getCharge': () => {
        throw notFound('Cobrança não encontrada.');
      },
    });
    const missing = await api.get('/v2/transparents/get?id=pix_char_1');
    expect([missing.statusCode, missing.json]).toMatchObject([
      404,
      { data: null, success: false, error: 'Cobrança não encontrada.' },
    ]);
    api.answering({
      'charges.getCharge': { charge: aCharge },
      'charges.simulateChargePayment': () => {
        throw failedPrecondition('Only in dev mode.', 'PRODUCTION');
      },
    });
    const refused = await api.post('/v1/pixQrCode/simulate-payment?id=pix_char_1');
    expect([refused.statusCode, refused.json]).toMatchObject([
      400,
      { data: null, error: 'Only in dev mode.', message: 'Only in dev mode.' },
    ]);
  });
});
