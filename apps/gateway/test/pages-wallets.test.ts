import { failedPrecondition } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aCardCharge } from './messages';
import { checkout, declined, formId, payPageCalls, resolved } from './pay-page';
import { wholeApi } from './whole-api';

const wallets = ['WALLET_APPLE_PAY', 'WALLET_GOOGLE_PAY'];
const publishableKey = 'pk_live_51OAbCdEfGh';
const cardFields = { kind: 'CARD_FIELDS_KIND_STRIPE', publishableKey };
const offering = (over: object = {}, page: object = {}) => ({
  'checkouts.resolveCheckout': {
    ...resolved,
    ...{ wallets, cardFields, checkout: { ...checkout, devMode: false, customerId: undefined, wallets, ...over } },
    ...page,
  },
});
const inDevMode = (over: object = {}) => offering({ devMode: true, ...over }, { cardFields: undefined });
const form = {
  form: formId,
  name: 'ANA SOUZA',
  taxId: '529.982.247-25',
  paymentMethod: 'pm_1PgafyLkdIwHu7ixzrmmPzBQ',
  lastFour: '4242',
  amount: '2000',
};

describe('the form of a wallet', () => {
  const api = startBeforeAll(() => wholeApi({ trustedHosts: [] }));
  const { answering, send, sent, submit } = payPageCalls(() => api);
  const look = async (url: string) => {
    const { text, headers } = await api.get(url);
    return { text: text.replaceAll(/\s+/g, ' '), headers };
  };

  it('stands above the other methods, unseen until the browser has a wallet', async () => {
    answering(offering());
    const { text, headers } = await look('/pay/bill_1?method=PIX');
    expect(text).toContain(
      '<section id="wallets" class="spoken" aria-label="Pagar com Apple Pay ou Google Pay" inert>',
    );
    expect(text).toContain(`data-wallet="${publishableKey}"`);
    expect(text).toContain('<input type="hidden" name="amount" value="2000" />');
    expect(text).toContain('data-offered="APPLE_PAY GOOGLE_PAY"');
    expect(text.indexOf('id="wallets"')).toBeLessThan(text.indexOf('id="method"'));
    expect(text).toContain('<script src="https://js.stripe.com/v3/"></script>');
    expect(headers['permissions-policy']).toBe('payment=(self "https://js.stripe.com")');
    expect(text).not.toContain('id="no-wallet"');
  });

  it('is beside the fields of a card, with one script for both', async () => {
    answering(offering());
    const { text } = await look('/pay/bill_1?method=CARD');
    expect(text).toContain('data-wallet=');
    expect(text).toContain('data-stripe=');
    expect(text.match(/src="https:\/\/js\.stripe\.com/g)).toHaveLength(1);
  });

  it('asks who pays, also where the shop skips it, and not a customer of the checkout', async () => {
    answering(offering({ skipCustomer: true }));
    expect((await look('/pay/bill_1?method=CARD')).text.match(/name="taxId"/g)).toHaveLength(1);
    answering(offering({ customerId: 'cust_1' }));
    expect((await look('/pay/bill_1?method=PIX')).text).not.toContain('name="taxId"');
  });

  it.each([
    ['the checkout offers none', offering({ wallets: [] }, { wallets: [] })],
    ['its provider has none any more', offering({}, { wallets: [] })],
    [
      'a payment is under way',
      offering({}, { payment: { ...aCardCharge, status: 'CHARGE_STATUS_PENDING', paidAt: undefined } }),
    ],
  ])('is on no page where %s', async (_why, answers) => {
    answering(answers);
    const { text, headers } = await look('/pay/bill_1?method=PIX');
    expect(text).not.toContain('wallet');
    expect(headers).not.toHaveProperty('permissions-policy');
  });

  it('says in one sentence that nothing else can be paid by', async () => {
    answering(offering({ methods: [] }));
    const { text } = await look('/pay/bill_1');
    expect(text).toContain('id="no-wallet" hidden>Aqui só se paga com Apple Pay ou Google Pay');
    answering(offering({ methods: [] }, { wallets: [] }));
    expect((await look('/pay/bill_1')).text).toContain('Nenhuma forma de pagamento está disponível agora.');
  });

  it('pays by card once, with what Stripe made of it and who pays', async () => {
    answering({ ...offering(), 'checkouts.payCheckoutByCard': { charge: aCardCharge } });
    const response = await send('/pay/bill_1/wallet?method=PIX', {
      ...form,
      installments: '3',
      number: '4242424242424242',
    });
    expect(response.statusCode).toBe(303);
    expect(sent('checkouts.payCheckoutByCard')).toMatchObject({
      paymentMethod: form.paymentMethod,
      holderName: 'ANA SOUZA',
      taxId: '529.982.247-25',
      number: '',
      installmentCount: 1,
      shownAmountCents: 2_000,
    });
  });

  it('takes no amount from a page that was shown before it had one, and no other text for one', async () => {
    answering({ ...offering(), 'checkouts.payCheckoutByCard': { charge: aCardCharge } });
    expect((await send('/pay/bill_1/wallet', { ...form, amount: '' })).statusCode).toBe(303);
    expect(sent('checkouts.payCheckoutByCard')).not.toHaveProperty('shownAmountCents', expect.anything());
    expect((await send('/pay/bill_1/wallet', { ...form, amount: '20,00' })).headers.location).toContain('notice=');
  });

  it.each([
    ['no tax id', { taxId: '' }, 'wrong-taxId'],
    ['no name', { name: '' }, 'wrong-name'],
  ])('says at its field that there is %s, and asks no service to pay', async (_what, over, id) => {
    answering(offering());
    const page = await submit('/pay/bill_1/wallet?method=CARD', { ...form, ...over });
    expect(page.led).toBe(303);
    expect(page.payload.split(`id="${id}"`)).toHaveLength(2);
    expect(page.payload.indexOf(`id="${id}"`)).toBeLessThan(page.payload.indexOf('data-stripe'));
    expect(sent('checkouts.payCheckoutByCard')).toBeUndefined();
  });

  it('shows what the bank and billing refuse', async () => {
    answering({ ...offering(), 'checkouts.payCheckoutByCard': { charge: declined } });
    expect((await submit('/pay/bill_1/wallet', form)).payload).toContain('id="problem"');
    answering({
      ...offering(),
      'checkouts.payCheckoutByCard': () => {
        throw failedPrecondition('This checkout does not accept GOOGLE_PAY', 'METHOD_NOT_OFFERED');
      },
    });
    expect((await send('/pay/bill_1/wallet', form)).headers.location).toContain('notice=');
  });

  it('has a button for each wallet in dev mode, which pays with the test card', async () => {
    answering({ ...inDevMode(), 'checkouts.payCheckoutByCard': { charge: aCardCharge } });
    const { text, headers } = await look('/pay/bill_1?method=PIX');
    expect(text).toContain('Apple Pay (teste)');
    expect(text).toContain('formaction="/pay/bill_1/wallet?method=PIX&amp;wallet=GOOGLE_PAY"');
    expect(String(headers['content-security-policy'])).not.toContain('stripe');
    expect(text).toContain('/pay/bill_1/simulate');
    await send('/pay/bill_1/wallet?wallet=GOOGLE_PAY', { ...form, paymentMethod: '' });
    expect(sent('checkouts.payCheckoutByCard')).toMatchObject({ paymentMethod: 'sim_google_pay' });
  });

  it('is all that simulates a payment in dev mode where nothing else is taken', async () => {
    answering(inDevMode({ methods: [] }));
    const { text } = await look('/pay/bill_1');
    expect([text.includes('Apple Pay (teste)'), text.includes('/simulate')]).toEqual([true, false]);
  });
});

describe('the file by which Apple knows the host of the page', () => {
  const path = '/.well-known/apple-developer-merchantid-domain-association';
  const without = startBeforeAll(wholeApi);
  const withFile = startBeforeAll(() => wholeApi({ applePayDomain: '7B227073' }));

  it('is the text of the setting, and absent without one', async () => {
    expect(await without.get(path)).toMatchObject({ statusCode: 404 });
    const { statusCode, text, headers } = await withFile.get(path);
    expect([statusCode, text, headers['content-type']]).toEqual([200, '7B227073', 'text/plain; charset=utf-8']);
  });
});
