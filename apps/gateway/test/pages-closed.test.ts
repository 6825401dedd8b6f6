import { startBeforeAll, testClock } from '@pitanga/testing';
import { aCharge, aPaidCheckout } from './messages';
import { payPageCalls, resolved } from './pay-page';
import { cardLinks, caller, wholeApi } from './whole-api';

describe('the pages of a closed store', () => {
  const api = startBeforeAll(() => wholeApi({ isStoreClosed: () => isClosed }));
  let isClosed: boolean;
  beforeEach(() => {
    isClosed = true;
  });

  const { answering, send } = payPageCalls(() => api);
  const closed = { statusCode: 410, text: expect.stringContaining('Esta loja não recebe mais pagamentos') as string };

  it('say in Portuguese that it takes no payments, and open none, until it opens again', async () => {
    answering({});
    expect(await api.get('/pay/bill_1')).toMatchObject(closed);
    expect(await api.get('/pay/bill_1?method=CARD')).toMatchObject(closed);
    const form = await send('/pay/bill_1/pix', {});
    expect([form.statusCode, form.payload]).toEqual([410, closed.text]);
    expect(new Set(api.calls.map(({ name }) => name))).toEqual(new Set(['checkouts.resolveCheckout']));
    isClosed = false;
    expect((await api.get('/pay/bill_1?method=CARD')).statusCode).toBe(200);
  });

  it('still show what was paid', async () => {
    answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: aPaidCheckout } });
    expect((await api.get('/pay/bill_1')).statusCode).toBe(200);
    answering({ 'checkouts.resolveCheckout': { ...resolved, payment: { ...aCharge, status: 'CHARGE_STATUS_PAID' } } });
    expect((await api.get('/pay/bill_1')).statusCode).toBe(200);
  });

  it('replace no card', async () => {
    answering({});
    const link = { tenant: caller.tenant, subscriptionId: 'subs_1' };
    const { pathname } = new URL(cardLinks.cardAddress(link, testClock().real()));
    expect(await api.get(pathname)).toMatchObject(closed);
    expect(api.calls).toEqual([]);
  });
});
