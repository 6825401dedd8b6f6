import { startBeforeAll } from '@pitanga/testing';
import { payAddress, readChoice } from '../src/http/pages/pay/pay-choice';
import { aBoleto, aCardCharge, aCharge } from './messages';
import { aLink, card, formId, natal, payPageCalls, paid, resolved, tenant, visitor } from './pay-page';
import { payer, resolved as ofPlan } from './subscribe-page';
import { wholeApi } from './whole-api';

const from = 'utm_source=instagram&utm_campaign=natal+25&sck=a%261';
const utms = { source: 'instagram', campaign: 'natal 25', sck: 'a&1' };

describe('where the payer came from', () => {
  const api = startBeforeAll(wholeApi);
  const { answering, send, look, sent } = payPageCalls(() => api);

  it('stays in every address of the page, and a look asks for nothing more', async () => {
    answering({ 'checkouts.resolveCheckout': { ...resolved, openPix: aCharge } });
    const { payload } = await look(`/pay/bill_1?${from}`);
    const own = [...payload.matchAll(/"(\/pay\/bill_1[^"]*)"/g)].map(([, address = '']) => address);
    expect(own.length).toBeGreaterThan(5);
    const escaped = from.replaceAll('&', '&amp;');
    expect(own.filter((address) => !address.includes(escaped) && !address.includes(from))).toEqual([]);
    expect(api.calls).toEqual([{ name: 'checkouts.resolveCheckout', request: expect.anything() as unknown }]);
  });

  const ofLink = { 'checkouts.resolveCheckout': aLink, 'checkouts.getLinkQuote': { checkout: aLink.checkout } };
  const free = { 'checkouts.getLinkQuote': { checkout: { ...aLink.checkout, amountCents: 0 } } };
  const subscribing = { 'checkouts.resolveCheckout': ofPlan };
  it.each([
    ['pix', 'openCheckoutPix', {}, ''],
    ['pix', 'openDiscountedPix', { ...ofLink, 'checkouts.openDiscountedPix': { charge: aCharge } }, natal],
    ['card', 'payCheckoutByCard', { 'checkouts.payCheckoutByCard': { charge: paid } }, ''],
    ['boleto', 'openCheckoutBoleto', { 'checkouts.openCheckoutBoleto': { charge: aBoleto } }, ''],
    ['coupons', 'applyCheckoutCoupons', { 'checkouts.applyCheckoutCoupons': {} }, ''],
    ['free', 'applyCheckoutCoupons', { ...ofLink, ...free, 'checkouts.applyCheckoutCoupons': {} }, natal],
    ['simulate', 'simulateCheckoutPayment', { 'checkouts.simulateCheckoutPayment': { payments: [] } }, ''],
    ['card', 'payCheckoutByCard', { ...subscribing, 'checkouts.payCheckoutByCard': { subscriptionId: 'subs_1' } }, ''],
    ['subscribe', 'subscribeByPix', { ...subscribing, 'checkouts.subscribeByPix': { subscriptionId: 'subs_1' } }, ''],
  ])('goes from the form %s to %s, and on with the page', async (form, call, answers, coupon) => {
    answering({ ...answers, 'files.listFreeFiles': { files: [] } });
    const fields = { ...card, ...payer, form: formId, coupon: 'NATAL' };
    const done = await send(`/pay/bill_1/${form}?${from}&${coupon}`, fields, `visitor=${visitor}`);
    expect(sent(`checkouts.${call}`)).toMatchObject({ tenant, utms });
    const location = done.headers.location ?? '';
    if (done.statusCode === 303)
      expect(readChoice(Object.fromEntries(new URLSearchParams(location.split('?')[1])))).toMatchObject({ utms });
    else expect(done.statusCode).toBe(200);
  });

  it('is on the page again after a confirmation at the bank that failed', async () => {
    const charge = { ...aCardCharge, status: 'CHARGE_STATUS_FAILED', paidAt: undefined, utms };
    answering({ 'charges.resumeCardPayment': { charge, checkoutId: 'bill_1', isDeclined: true } });
    const { headers } = await send('/card-actions/card_1?back=1');
    expect(headers.location).toBe(`/pay/bill_1?method=CARD&notice=CARD_DECLINED&${from}`);
  });

  it('is cut to 150 characters, never within one, and shown nowhere as more than text', () => {
    const long = readChoice({ utm_term: `"><b>${'🥑'.repeat(200)}` }).utms?.term ?? '';
    expect(Array.from(long)).toHaveLength(150);
    expect(long.isWellFormed()).toBe(true);
    expect(payAddress('bill_1', readChoice({ utm_term: '"><b>' }))).toBe('/pay/bill_1?utm_term=%22%3E%3Cb%3E');
  });

  it.each([
    [{ utm_source: 'a\u0000b\u202e\r\nc' }, { source: 'a b c' }],
    [{ utm_source: ['first', 'second'] }, { source: 'first' }],
    [{ utm_source: '  ', src: '\u200b', sck: '\ud800' }, { sck: '\ufffd' }],
    [{ utm_id: '1', utms: { source: 'x' }, utm_medium: { a: 'b' } }, undefined],
    [{}, undefined],
  ])('is one line of what can be seen: %j', (query, read) => {
    expect(readChoice(query).utms).toEqual(read);
  });
});
