import { toTenant } from '@pitanga/core';
import { startBeforeAll, testClock } from '@pitanga/testing';
import { aCardCharge, aCheckout } from './messages';
import { checkout, formId, payPageCalls, resolved } from './pay-page';
import { aSubscription } from './subscription-messages';
import { cardLinks, wholeApi } from './whole-api';

const fields = { kind: 'CARD_FIELDS_KIND_HOSTED', publishableKey: '' };
const atProvider = {
  ...resolved,
  checkout: { ...checkout, devMode: false },
  cardFields: fields,
  cardInstallmentsMax: 12,
};
const waiting = { ...aCardCharge, status: 'CHARGE_STATUS_PENDING', devMode: false };
const untyped = { ...waiting, card: { ...aCardCharge.card, brand: 'UNKNOWN', lastFour: '' } };
const address = 'https://pitanga.example/card-actions/card_1';

describe('a card that is typed on the provider’s page', () => {
  const api = startBeforeAll(wholeApi);
  const { answering, send, sent } = payPageCalls(() => api);

  it('is announced by a form that asks for the payer alone, and loads no script of others', async () => {
    answering({ 'checkouts.resolveCheckout': atProvider });
    const { text, headers } = await api.get('/pay/bill_1?method=CARD');
    for (const name of ['number', 'cvv', 'expiry', 'paymentMethod']) expect(text).not.toContain(`name="${name}"`);
    for (const name of ['name', 'taxId']) expect(text).toContain(`name="${name}"`);
    expect(text).toContain('Você digita os dados do cartão na próxima página');
    expect(String(headers['content-security-policy'])).not.toContain('stripe');
  });

  it('is paid from there: the form sends the payer on, and nothing of a card here', async () => {
    answering({
      'checkouts.resolveCheckout': atProvider,
      'checkouts.payCheckoutByCard': { charge: { ...untyped, actionUrl: address }, actionUrl: address },
    });
    const form = { form: formId, name: 'ANA SOUZA', taxId: '529.982.247-25', installments: '3', number: '4242' };
    const { statusCode, headers } = await send('/pay/bill_1/card?method=CARD', form);
    expect([statusCode, headers['location']]).toEqual([303, '/card-actions/card_1']);
    expect(sent('checkouts.payCheckoutByCard')).toMatchObject({
      isTypedAtProvider: true,
      number: '',
      cvv: '',
      holderName: 'ANA SOUZA',
      taxId: '529.982.247-25',
      installmentCount: 3,
    });
  });

  it('that waits is spoken of as one to type, and not as one that a bank asks about', async () => {
    answering({ 'checkouts.resolveCheckout': { ...atProvider, payment: { ...untyped, actionUrl: address } } });
    const page = await api.get('/pay/bill_1?method=CARD');
    expect(page.text).toContain('Falta digitar o cartão na página do provedor de pagamentos.');
    answering({
      'charges.resumeCardPayment': {
        charge: untyped,
        checkoutId: 'bill_1',
        actionUrl: 'https://asaas.example/i/1',
        isDeclined: false,
      },
    });
    const back = await send('/card-actions/card_1?back=1', {});
    expect(back.payload).toContain('Ainda não recebemos este pagamento.');
    expect(back.payload).toContain('href="https://asaas.example/i/1"');
  });

  it('replaces no card of a subscription, and says so in place of a form', async () => {
    const tenant = toTenant('store_1', false);
    const { pathname } = new URL(cardLinks.cardAddress({ tenant, subscriptionId: 'subs_1' }, testClock().real()));
    api.answering({
      'subscriptions.getSubscription': { subscription: aSubscription },
      'checkouts.resolveCheckout': { tenant, checkout: aCheckout, merchantName: 'Loja', cardFields: fields },
    });
    const { text } = await api.get(pathname);
    expect(text).toContain('O cartão desta assinatura não pode ser trocado aqui.');
    expect(text).not.toContain('<form');
  });
});
