import { notFound, unavailable } from '@pitanga/core';
import { startBeforeAll, testClock } from '@pitanga/testing';
import { aCardCharge, aCheckout } from './messages';
import { pageCalls } from './page-calls';
import { aCycle, aSubscription } from './subscription-messages';
import { caller, cardLinks, wholeApi } from './whole-api';

const { tenant } = caller;
const now = testClock().real();
const link = { tenant, subscriptionId: 'subs_1' };
const address = new URL(cardLinks.manageAddress(link, now)).pathname;
const subscription = { ...aSubscription, amountCents: 2990, nextChargeAt: new Date('2026-12-20T15:00:00.000Z') };
const cycle = { ...aCycle, status: 'SUBSCRIPTION_CYCLE_STATUS_PAID', amountCents: 2990, chargeId: 'card_9' };
const next = { dueAt: subscription.nextChargeAt, amountCents: 2490 };
const shown = {
  'agreements.getAgreementCard': { card: { brand: 'VISA', lastFour: '1881' } },
  'products.getProduct': { product: { id: 'prod_1', name: 'Clube <do> Livro' } },
  'subscriptions.getSubscription': { subscription },
  'subscriptions.listCycles': { cycles: [cycle] },
  'subscriptions.getUpcoming': { next },
  'checkouts.resolveCheckout': {
    tenant,
    checkout: aCheckout,
    merchantName: 'Loja & Cia',
    subscription: { subscriptionId: 'subs_1', charge: aCardCharge },
  },
};
const seen = (over: object) => ({
  ...shown,
  'subscriptions.getSubscription': { subscription: { ...subscription, ...over } },
});

describe('the page of a subscription’s payer', () => {
  const api = startBeforeAll(wholeApi);

  const send = async (fields: Record<string, string>) => {
    const response = await api.app.inject({
      method: 'POST',
      url: `${address}/cancel`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
    return { status: response.statusCode, text: response.payload, location: response.headers.location };
  };
  const cancelled = () => api.calls.find(({ name }) => name === 'subscriptions.cancelSubscription')?.request;

  it('shows price, next charge, the last twelve charges with receipts, and links to card and cancellation', async () => {
    api.answering(shown);
    const { statusCode, text } = await api.get(address);
    expect(statusCode).toBe(200);
    for (const part of [
      'Loja &amp; Cia',
      'R$ 29,90 por mês',
      'R$ 24,90 em 20 de dezembro de 2026',
      '/receipts/card_9',
      '/receipts/card_1',
      `href="${address}/cancel"`,
      '/card?back=',
    ]) {
      expect(text).toContain(part);
    }
    expect(api.calls.find(({ name }) => name === 'subscriptions.listCycles')?.request).toEqual({
      tenant,
      id: 'subs_1',
      page: { limit: 12 },
    });
  });

  it('names what is subscribed to and the card of the next charge, whose page leads back here', async () => {
    api.answering(shown);
    const { text } = await api.get(address);
    for (const part of ['&lt;script&gt;Livro', 'Visa final 1881', '20 de dezembro de 2026'])
      expect(text).toContain(part);
    // A change of plan sells another product than the checkout did.
    api.answering(seen({ productId: 'prod_9' }));
    expect((await api.get(address)).text).toContain('Clube &lt;do&gt; Livro');
    const [, card = ''] = /href="([^"]*\/card\?back=[^"]*)"/.exec(text) ?? [];
    api.answering(shown);
    expect((await api.get(`${card}&replaced=1`)).text).toContain(`href="${address}"`);
    // The link of the card alone, or beside another subscription's, leads nowhere.
    const other = new URL(cardLinks.manageAddress({ tenant, subscriptionId: 'subs_2' }, now)).pathname
      .split('/')
      .at(-1);
    for (const back of ['x', String(other)]) {
      const [alone = ''] = card.split('?');
      expect((await api.get(`${alone}?replaced=1&back=${back}`)).text).not.toContain('Voltar à assinatura');
    }
  });

  it('asks before it cancels: a GET cancels nothing', async () => {
    api.answering(shown);
    const { text } = await api.get(`${address}/cancel`);
    for (const part of ['em 20 de dezembro de 2026', 'value="now"', 'Manter a assinatura'])
      expect(text).toContain(part);
    expect(cancelled()).toBeUndefined();
  });

  it.each([
    ['end', true],
    ['now', false],
  ])('cancels as the form says: %s', async (when, atPeriodEnd) => {
    api.answering({ ...shown, 'subscriptions.cancelSubscription': { subscription } });
    const sent = await send({ when });
    expect([sent.status, sent.location, cancelled()]).toEqual([303, address, { tenant, id: 'subs_1', atPeriodEnd }]);
  });

  it('offers only now where nothing is paid ahead', async () => {
    api.answering(seen({ pastDue: true }));
    expect((await api.get(`${address}/cancel`)).text).not.toContain('value="end"');
  });

  it('takes a form sent twice as done, and says when it could not', async () => {
    const failing = (error: Error) => ({
      ...shown,
      'subscriptions.cancelSubscription': () => {
        throw error;
      },
    });
    api.answering(failing(notFound('Subscription not found')));
    expect((await send({ when: 'now' })).status).toBe(303);
    api.answering(failing(unavailable('The bank has the charge')));
    const page = await pageCalls(() => api, {}).submit(`${address}/cancel`, { when: 'now' });
    expect([page.led, page.payload.includes('role="alert"')]).toEqual([303, true]);
  });

  it('of a cancelled one shows its charges, and changes nothing', async () => {
    api.answering(seen({ status: 'SUBSCRIPTION_STATUS_CANCELLED', nextChargeAt: undefined }));
    const { text } = await api.get(address);
    expect([text.includes('Assinatura cancelada'), text.includes('/receipts/card_9')]).toEqual([true, true]);
    expect([text.includes('/cancel"'), text.includes('/card?')]).toEqual([false, false]);
  });

  it('opens by its own link alone: old, changed, or that of a card lead nowhere and ask no service', async () => {
    const old = new URL(cardLinks.manageAddress(link, new Date(now.getTime() - 30 * 86_400_000))).pathname;
    const ofCard = new URL(cardLinks.cardAddress(link, now)).pathname.replace('/card', '');
    for (const dead of [old, ofCard, address.replace('subs_1', 'subs_2'), `${address}/card`]) {
      api.answering({});
      expect([(await api.get(dead)).statusCode, api.calls]).toEqual([404, []]);
    }
  });
});
