import { AppError, toTenant } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, startBeforeAll, testClock, testIds } from '@pitanga/testing';
import { createServer } from '../src/http/server';
import { aCardCharge, aCheckout, aPaymentLink } from './messages';
import { pageCalls } from './page-calls';
import { wholeApi, type WholeApi } from './whole-api';

const tenant = toTenant('store_1', true);
const methods = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD'];
const resolved = { tenant, checkout: { ...aCheckout, methods, allowCoupons: true }, merchantName: 'Loja' };
const form = 'F'.repeat(32);
const card = {
  form,
  number: '5555 5555 5555 4444',
  name: 'ANA SOUZA',
  expiry: '12/30',
  cvv: '7391',
  taxId: '52998224725',
};

const exhausted = (reason: string, retryAfterSeconds: number) =>
  new AppError({
    kind: 'RESOURCE_EXHAUSTED',
    reason,
    message: 'x',
    metadata: { retryAfterSeconds: String(retryAfterSeconds) },
  });
const refuse = (): Promise<never> => Promise.reject(exhausted('TOO_MANY_REQUESTS', 42));

const submit = (api: WholeApi, url: string, fields: Readonly<Record<string, string>>) =>
  pageCalls(() => api, {}).submit(url, fields);

describe('pages that are asked too often', () => {
  it('answer 429 in the payer’s language before any service is asked, and pictures all the same', async () => {
    const api = await wholeApi({ limits: { page: refuse } });
    for (const url of ['/pay/bill_1', '/receipts/pix_char_1', '/boletos/char_1', '/files/downloads/abc']) {
      api.answering({});
      const page = await api.get(url);
      expect([page.statusCode, page.headers['retry-after'], api.calls]).toEqual([429, '42', []]);
      expect(page.text).toContain('Aguarde 42 segundos e tente de novo.');
    }
    const piece = { content: Buffer.from('png'), contentType: 'image/png', sizeBytes: 3 };
    api.answering({ 'files.resolveImage': { piece } });
    expect((await api.get(`/files/images/${'a'.repeat(43)}`)).statusCode).toBe(200);
    await api.app.close();
  });

  it('show a refused form again with what was typed, but never the card, and pay nothing', async () => {
    const api = await wholeApi({ limits: { form: refuse } });
    api.answering({ 'checkouts.resolveCheckout': resolved });
    const page = await submit(api, '/pay/bill_1/card?method=CARD', card);
    expect(page.led).toBe(303);
    expect(page.payload).toContain('Muitas tentativas em pouco tempo. Aguarde 42 segundos e envie de novo.');
    expect(page.payload).toContain('value="ANA SOUZA"');
    expect([page.payload.includes(card.number), page.payload.includes(card.cvv)]).toEqual([false, false]);
    expect(new Set(api.calls.map(({ name }) => name))).toEqual(new Set(['checkouts.resolveCheckout']));
    await api.app.close();
  });
});

describe('a pause after failed attempts', () => {
  const api = startBeforeAll(wholeApi);

  const throwing = (error: AppError) => () => {
    throw error;
  };

  it('of cards is shown with its length, and the form keeps what may be kept', async () => {
    api.answering({
      'checkouts.resolveCheckout': resolved,
      'checkouts.payCheckoutByCard': throwing(exhausted('CARD_ATTEMPTS_PAUSED', 61)),
    });
    const page = await submit(api, '/pay/bill_1/card?method=CARD', card);
    expect(page.led).toBe(303);
    expect(page.payload).toMatch(
      /Muitos cartões recusados. Aguarde 2 minutos \(até \d{2}:\d{2}:\d{2}\) para tentar de novo com cartão\./,
    );
    expect([page.payload.includes('value="ANA SOUZA"'), page.payload.includes(card.number)]).toEqual([true, false]);
  });

  it('of coupons is shown with the field open and the code in it', async () => {
    api.answering({
      'checkouts.resolveCheckout': resolved,
      'checkouts.applyCheckoutCoupons': throwing(exhausted('COUPON_ATTEMPTS_PAUSED', 60)),
    });
    const page = await submit(api, '/pay/bill_1/coupons', { coupon: 'natal' });
    expect(page.led).toBe(303);
    expect(page.payload).toMatch(/Aguarde 1 minuto \(até \d{2}:\d{2}:\d{2}\) para tentar outro\./);
    expect(page.payload).toMatch(/<details open>[^]*value="natal"/);
  });

  it('cannot be gone around by a code in an address, which is only proposed', async () => {
    const link = { ...aPaymentLink, methods, allowCoupons: true };
    for (const url of ['/pay/bill_1?coupon=natal', `/pay/bill_1?coupon=natal&proof=${'A'.repeat(22)}`]) {
      api.answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: link } });
      const page = await api.get(url);
      expect([page.statusCode, api.calls.map(({ name }) => name)]).toEqual([200, ['checkouts.resolveCheckout']]);
      expect(page.text).toMatch(/<details open>[^]*value="natal"/);
      api.answering({
        'checkouts.resolveCheckout': { ...resolved, checkout: link },
        'checkouts.payCheckoutByCard': { charge: aCardCharge },
      });
      await pageCalls(() => api, {}).send(url.replace('?', '/card?'), card);
      expect(api.calls.find(({ name }) => name.endsWith('payCheckoutByCard'))?.request).toMatchObject({ coupons: [] });
    }
  });
});

describe('the address of a visitor', () => {
  it.each([
    [0, '10.0.0.1'],
    [1, '198.51.100.3'],
    [2, '198.51.100.2'],
    [3, '203.0.113.1'],
  ])('is believed of %d proxies and no more: %s', async (trustedProxyHops, expected) => {
    const app = createServer({
      log: silentLog,
      clock: testClock(),
      ids: testIds,
      metrics: createMetrics(),
      trustedProxyHops,
      publicUrl: 'https://pitanga.example',
    });
    app.get('/ip', { config: { permission: 'public' } }, ({ ip }) => ({ ip }));
    const headers = { 'x-forwarded-for': '203.0.113.1, 198.51.100.2, 198.51.100.3' };
    const answer = await app.inject({ url: '/ip', headers, remoteAddress: '10.0.0.1' });
    expect(answer.json()).toEqual({ ip: expected });
    await app.close();
  });
});
