import { createHash } from 'node:crypto';
import { invalidArgument, toTenant } from '@pitanga/core';
import { aCheckout } from './messages';
import { aCardCharge } from './messages';
import { checkout, formId, payPageCalls, resolved } from './pay-page';
import { aSubscription } from './subscription-messages';
import { buyerCookie, cardLinks, wholeApi } from './whole-api';
import { startBeforeAll, testClock } from '@pitanga/testing';

const publishableKey = 'pk_live_51OAbCdEfGh';
const fields = { kind: 'CARD_FIELDS_KIND_STRIPE', publishableKey };
const byStripe = { ...resolved, checkout: { ...checkout, devMode: false }, cardFields: fields, cardInstallmentsMax: 1 };
const form = {
  form: formId,
  name: 'ANA SOUZA',
  taxId: '529.982.247-25',
  paymentMethod: 'pm_1PgafyLkdIwHu7ixzrmmPzBQ',
  lastFour: '4242',
};
const policyOf = (headers: Record<string, unknown>): Map<string, string[]> =>
  new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  );

describe('a card form with Stripe’s fields', () => {
  const api = startBeforeAll(wholeApi);

  const { answering, send, sent, submit } = payPageCalls(() => api);

  it('has the publishable key and Stripe’s script, and no field for a number or a code', async () => {
    answering({ 'checkouts.resolveCheckout': byStripe });
    const { text, headers } = await api.get('/pay/bill_1?method=CARD');
    expect(text).toContain(`data-stripe="${publishableKey}"`);
    expect(text).toContain('<script src="https://js.stripe.com/v3/"></script>');
    for (const name of ['number', 'cvv', 'expiry', 'installments']) expect(text).not.toContain(`name="${name}"`);
    for (const name of ['name', 'paymentMethod', 'taxId']) expect(text).toContain(`name="${name}"`);
    const policy = policyOf(headers);
    const inline = /<script>([^]*?)<\/script>/.exec(text.slice(text.indexOf('js.stripe.com')))?.[1] ?? '';
    const digest = createHash('sha256').update(inline).digest('base64');
    expect(policy.get('script-src')).toEqual([
      "'self'",
      `'sha256-${digest}'`,
      'https://js.stripe.com',
      'https://*.js.stripe.com',
    ]);
    expect(policy.get('frame-src')).toEqual([
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
    ]);
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://api.stripe.com']);
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
  });

  it('says in the page’s language that Stripe could not be reached', async () => {
    answering({ 'checkouts.resolveCheckout': byStripe });
    const portuguese = (await api.get('/pay/bill_1?method=CARD')).text;
    expect(portuguese).toContain('data-unsent="Não foi possível enviar o cartão. Tente de novo."');
    const english = (await api.get('/pay/bill_1?method=CARD&lang=en')).text;
    expect(english).toContain('data-unloaded="The card form could not be loaded. Reload the page."');
    expect(english).toContain('data-unsent="The card could not be sent. Try again."');
    expect(english).not.toContain('Não foi possível');
  });

  it.each([
    ['another method', '/pay/bill_1?method=BOLETO', byStripe],
    ['a store whose cards we take', '/pay/bill_1?method=CARD', resolved],
    [
      'a payment that is under way',
      '/pay/bill_1?method=CARD',
      { ...byStripe, payment: { ...aCardCharge, status: 'CHARGE_STATUS_PENDING', paidAt: undefined } },
    ],
  ])('opens nothing on the page of %s', async (_what, address, page) => {
    answering({ 'checkouts.resolveCheckout': page });
    const { text, headers } = await api.get(address);
    expect(text).not.toContain('stripe');
    expect(String(headers['content-security-policy'])).not.toContain('stripe');
    expect(policyOf(headers).has('frame-src')).toBe(false);
  });

  it('sends what Stripe made of the card, and nothing of the card', async () => {
    answering({ 'checkouts.resolveCheckout': byStripe, 'checkouts.payCheckoutByCard': { charge: aCardCharge } });
    const response = await send('/pay/bill_1/card?method=CARD', { ...form, number: '4242424242424242', cvv: '123' });
    expect(response.statusCode).toBe(303);
    expect(sent('checkouts.payCheckoutByCard')).toMatchObject({
      paymentMethod: form.paymentMethod,
      holderName: 'ANA SOUZA',
      number: '',
      cvv: '',
      installmentCount: 1,
    });
    expect(JSON.stringify(api.calls)).not.toContain('4242424242424242');
  });

  it.each([
    ['no payment method', { paymentMethod: '' }, 'Confira os dados do cartão.'],
    ['one that cannot be one', { paymentMethod: '../customers' }, 'Confira os dados do cartão.'],
    ['no name', { name: '' }, 'Informe o nome impresso no cartão.'],
  ])('says what to look at for %s, and asks no service to pay', async (_what, over, sentence) => {
    answering({ 'checkouts.resolveCheckout': byStripe });
    const page = await submit('/pay/bill_1/card?method=CARD', { ...form, ...over });
    expect([page.led, page.payload.includes(sentence)]).toEqual([303, true]);
    expect(sent('checkouts.payCheckoutByCard')).toBeUndefined();
  });

  it('goes to the page of the confirmation when the bank asks for one', async () => {
    const actionUrl = 'https://pitanga.example/card-actions/card_1';
    answering({
      'checkouts.resolveCheckout': byStripe,
      'checkouts.payCheckoutByCard': { charge: aCardCharge, actionUrl },
    });
    const response = await send('/pay/bill_1/card?method=CARD', form);
    expect([response.statusCode, response.headers.location]).toEqual([303, '/card-actions/card_1']);
  });

  it('says that the card was declined when its buyer comes back from the bank without having paid', async () => {
    answering({ 'checkouts.resolveCheckout': byStripe });
    const { statusCode, text } = await api.get('/pay/bill_1?method=CARD&notice=CARD_DECLINED');
    expect(statusCode).toBe(200);
    expect(text).toContain('Não foi possível processar o pagamento com este cartão.');
    expect(text).toContain(`data-stripe="${publishableKey}"`);
    expect(text.replace(/lang=en/, '')).not.toMatch(/action="[^"]*notice=/);
  });

  it('replaces the card of a subscription', async () => {
    const tenant = toTenant('store_1', false);
    const address = new URL(cardLinks.cardAddress({ tenant, subscriptionId: 'subs_1' }, testClock().real())).pathname;
    const shown = {
      'subscriptions.getSubscription': { subscription: aSubscription },
      'checkouts.resolveCheckout': { tenant, checkout: aCheckout, merchantName: 'Loja', cardFields: fields },
    };
    api.answering(shown);
    const { text, headers } = await api.get(address);
    expect(text).toContain(`data-stripe="${publishableKey}"`);
    expect(text).not.toContain('name="number"');
    expect(policyOf(headers).get('frame-src')).toContain('https://js.stripe.com');
    api.answering({
      ...shown,
      'cards.createCardToken': { id: 'ctok_1' },
      'subscriptions.updateCard': () => {
        throw invalidArgument('x', 'CARD_NEEDS_CONFIRMATION');
      },
    });
    const refused = await submit(address, form);
    expect([refused.led, refused.payload.includes('O banco deste cartão pede uma confirmação.')]).toEqual([303, true]);
    expect(sent('cards.createCardToken')).toMatchObject({ paymentMethod: form.paymentMethod, number: '', cvv: '' });
    api.answering({
      ...shown,
      'cards.createCardToken': { id: 'ctok_1' },
      'subscriptions.updateCard': {
        subscription: aSubscription,
        actionUrl: 'https://pitanga.example/card-actions/crep_1',
      },
    });
    const asked = await send(address, form);
    expect([asked.statusCode, asked.headers.location]).toEqual([303, '/card-actions/crep_1']);
    expect(sent('subscriptions.updateCard')).toEqual({ tenant, id: 'subs_1', cardToken: 'ctok_1', canConfirm: true });
  });
});

describe('the page of a confirmation at the bank', () => {
  const api = startBeforeAll(() => wholeApi({ trustedHosts: ['shop.example'] }));

  const { answering, look, send, sent } = payPageCalls(() => api);
  const bank = 'https://hooks.stripe.com/redirect/authenticate/src_1?client_secret=src_client_secret_x';
  const open = { ...aCardCharge, status: 'CHARGE_STATUS_PENDING', paidAt: undefined };
  const resumed = (state: object) =>
    answering({ 'charges.resumeCardPayment': { charge: open, isDeclined: false, ...state } });

  it('asks nothing by itself: a GET shows a form that the browser sends', async () => {
    answering({});
    for (const address of ['/card-actions/card_1', '/card-actions/card_1?back=1&payment_intent_client_secret=x']) {
      const { statusCode, text, headers } = await api.get(address);
      expect([statusCode, api.calls]).toEqual([200, []]);
      expect(text).toMatch(/<form method="post" action="\/card-actions\/card_1[^"]*" data-send>/);
      expect(text).not.toContain('client_secret');
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    }
  });

  it('sends the buyer to the bank, and one who is back from there unconfirmed only when asked', async () => {
    resumed({ actionUrl: bank });
    const first = await send('/card-actions/card_1', {});
    expect(first.payload).toContain('<meta http-equiv="refresh" content="0; url=https://hooks.stripe.com/');
    expect(sent('charges.resumeCardPayment')).toEqual({ id: 'card_1', abandon: false });
    const back = await send('/card-actions/card_1?back=1', {});
    expect(back.payload).not.toContain('http-equiv="refresh"');
    expect(back.payload).toContain('href="https://hooks.stripe.com/redirect/authenticate/src_1?client_secret=');
    expect(back.payload).toContain('Desistir e pagar de outra forma');
  });

  it.each<[string, object, number, string | RegExp]>([
    ['paid', { charge: aCardCharge, checkoutId: 'bill_1' }, 303, '/pay/bill_1?method=CARD&done=1'],
    ['paid, and no page asked for it', { charge: aCardCharge }, 303, '/receipts/card_1'],
    [
      'a subscription that has begun',
      { charge: undefined, checkoutId: 'bill_1', subscriptionId: 'subs_1' },
      303,
      '/pay/bill_1?method=CARD&subscription=subs_1&done=1',
    ],
    ['declined', { checkoutId: 'bill_1', isDeclined: true }, 303, '/pay/bill_1?method=CARD&notice=CARD_DECLINED'],
    ['declined, and no page asked for it', { isDeclined: true }, 200, /tente de novo ou use outro cartão/],
    ['cancelled', { charge: { ...open, status: 'CHARGE_STATUS_CANCELLED' } }, 200, /não está mais aberto/],
    ['still being processed', {}, 200, /está sendo processado/],
  ])('comes to the right place when it is %s', async (_what, state, status, outcome) => {
    resumed(state);
    const response = await send('/card-actions/card_1?back=1', {});
    expect(response.statusCode).toBe(status);
    if (typeof outcome === 'string') expect(response.headers.location).toBe(outcome);
    else expect(response.payload).toMatch(outcome);
  });

  it('goes back to the shop that made the charge, if it said where, once the payment has ended', async () => {
    const returnUrl = 'https://shop.example/done?order=1&x=2';
    resumed({ returnUrl });
    expect((await send('/card-actions/card_1?back=1', {})).payload).toContain('está sendo processado');
    const tenant = { storeId: 'store_1', devMode: false };
    resumed({ charge: aCardCharge, tenant, returnUrl });
    const { payload } = await send('/card-actions/card_1?back=1', {});
    expect(payload).toContain('content="0; url=https://shop.example/done?order=1&amp;x=2"');
    for (const unconfirmed of [
      { tenant, returnUrl: 'https://phishing.example/' },
      { tenant: undefined, returnUrl },
    ]) {
      resumed({ charge: aCardCharge, ...unconfirmed });
      const page = await send('/card-actions/card_1?back=1', {});
      expect(page.payload).not.toContain('http-equiv');
      expect(page.payload).toContain(`Ir para ${new URL(unconfirmed.returnUrl).host}`);
    }
  });

  it('says so of the new card of a subscription', async () => {
    const card = '/card-actions/crep_1';
    expect((await api.get(card)).text).toContain('Seu banco pede que você confirme este cartão.');
    const waiting = { charge: undefined, replacement: 'CARD_REPLACEMENT_STATUS_WAITING' };
    resumed({ ...waiting, actionUrl: bank });
    const first = await send(card, {});
    expect(first.payload).toContain('<meta http-equiv="refresh" content="0; url=https://hooks.stripe.com/');
    expect((await send(`${card}?back=1`, {}, buyerCookie('crep_1'))).payload).toContain(
      'Desistir e manter o cartão de antes',
    );
    resumed(waiting);
    expect((await send(`${card}?back=1`, {})).payload).toContain('Seu cartão está sendo conferido.');
  });

  it.each([
    ['CARD_REPLACEMENT_STATUS_DONE', false, 'Cartão confirmado'],
    ['CARD_REPLACEMENT_STATUS_REFUSED', true, 'Cartão não trocado'],
  ])('tells the outcome %s of a new card, without an address', async (replacement, isDeclined, sentence) => {
    resumed({ charge: undefined, isDeclined, replacement });
    const { payload, statusCode } = await send('/card-actions/crep_1?back=1', {});
    expect([statusCode, payload.includes(sentence), payload.includes('<a ')]).toEqual([200, true, false]);
  });

  it('gives the confirmation up when the buyer wants to pay in another way', async () => {
    resumed({ checkoutId: 'bill_1', isDeclined: true });
    await send('/card-actions/card_1?back=1', { abandon: '1' }, buyerCookie('card_1'));
    expect(sent('charges.resumeCardPayment')).toEqual({ id: 'card_1', abandon: true });
  });

  it('is offered on the payment page while it is open', async () => {
    const payment = { ...open, actionUrl: 'https://pitanga.example/card-actions/card_1' };
    answering({ 'checkouts.resolveCheckout': { ...byStripe, payment } });
    const { payload } = await look('/pay/bill_1', buyerCookie(open.id));
    expect(payload).toContain('href="/card-actions/card_1"');
    expect(payload).toContain('Pagar de outra forma');
  });
});
