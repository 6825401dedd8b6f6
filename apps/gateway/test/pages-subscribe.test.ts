import { CheckoutItem } from '@pitanga/contracts';
import { AppError, failedPrecondition, unavailable } from '@pitanga/core';
import { aCardCharge, aCharge, aPaidCheckout, aSubscriptionCheckout } from './messages';
import { typedCoupon, wholeApi, type Answers, type WholeApi } from './whole-api';

const natal = typedCoupon('natal');

const tenant = { storeId: 'store_1', devMode: true };
const item = CheckoutItem.fromPartial({
  productId: 'prod_1',
  name: 'Clube <do> Livro',
  unitPriceCents: 5_000,
  quantity: 1,
  cycle: 'BILLING_CYCLE_MONTHLY',
});
const plan = {
  ...aSubscriptionCheckout,
  amountCents: 5_000,
  items: [item],
  methods: ['PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_PIX'],
  allowCoupons: true,
  trialDays: undefined,
};
const resolved = { tenant, checkout: plan, merchantName: 'Loja', knowsPayer: false };
const withTrial = { ...resolved, checkout: { ...plan, trialDays: 7 } };
const discounted = { ...plan, amountCents: 4_500, discountCents: 500, couponsUsed: ['NATAL'] };

const active = {
  subscriptionId: 'subs_1',
  status: 'SUBSCRIPTION_START_STATUS_ACTIVE',
  method: 'PAYMENT_METHOD_CARD',
  amountCents: 4_500,
  coupons: ['NATAL'],
  charge: { ...aCardCharge, receiptUrl: 'https://pitanga.example/receipts/card_1' },
};
const starting = {
  ...active,
  status: 'SUBSCRIPTION_START_STATUS_STARTING',
  method: 'PAYMENT_METHOD_PIX',
  charge: aCharge,
};

const formId = 'F'.repeat(32);
const cvv = '7391';
const payer = { form: formId, name: 'ANA SOUZA', taxId: '529.982.247-25', email: 'ana@example.com' };
const card = { ...payer, number: '4242 4242 4242 4242', expiry: '12/30', cvv };

describe('the page of a subscription checkout', () => {
  let api: WholeApi;
  beforeAll(async () => {
    api = await wholeApi();
  });
  afterAll(() => api.app.close());

  const answering = (answers: Answers = {}): void => {
    api.answering({ 'checkouts.resolveCheckout': resolved, ...answers });
  };
  const refusing = (name: string, error: Error): void => {
    answering({
      [name]: () => {
        throw error;
      },
    });
  };
  const send = (url: string, fields: Readonly<Record<string, string>> = {}) =>
    api.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
  const show = async (shown: object, url = '/pay/bill_1') => {
    answering({ 'checkouts.resolveCheckout': shown });
    const { statusCode, text } = await api.get(url);
    return { statusCode, text: text.replaceAll(/\s+/g, ' ') };
  };
  const sent = (name: string) => api.calls.find((call) => call.name === name)?.request;

  describe('shows', () => {
    it.each([
      ['WEEKLY', 'por semana', 'a cada semana'],
      ['MONTHLY', 'por mês', 'a cada mês'],
      ['QUARTERLY', 'por trimestre', 'a cada trimestre'],
      ['SEMIANNUALLY', 'por semestre', 'a cada semestre'],
      ['ANNUALLY', 'por ano', 'a cada ano'],
    ])('the plan, its price and its cycle in words: %s', async (cycle, per, each) => {
      const checkout = { ...plan, items: [{ ...item, cycle: `BILLING_CYCLE_${cycle}` }] };
      const { text } = await show({ ...resolved, checkout });
      for (const shown of [
        'R$ 50,00 <small>' + per,
        `R$ 50,00 ao assinar e ${each}, até a assinatura ser cancelada.`,
        'Clube &lt;do&gt; Livro',
        '> Assinar <',
      ]) {
        expect(text).toContain(shown);
      }
      expect(text).not.toContain('Pagar R$');
    });

    it('what a trial costs, and when', async () => {
      const { text } = await show(withTrial);
      expect(text).toContain('7 dias grátis, depois R$ 50,00 por mês.');
      const oneDay = await show({ ...resolved, checkout: { ...plan, trialDays: 1 } });
      expect(oneDay.text).toContain('1 dia grátis, depois R$ 50,00 por mês.');
    });

    it('a discount as one that repeats, quoted for the coupon of the address', async () => {
      answering({ 'checkouts.getLinkQuote': { checkout: discounted } });
      const { text } = await api.get(`/pay/bill_1?method=CARD&${natal}`);
      for (const shown of [
        'R$ 45,00',
        'Desconto em cada cobrança (NATAL)',
        '-R$ 5,00',
        'card?method=CARD&amp;coupon=natal&amp;proof=',
      ]) {
        expect(text).toContain(shown);
      }
      expect(sent('checkouts.getLinkQuote')).toMatchObject({ checkoutId: 'bill_1', coupons: ['natal'] });
    });

    it('every field of who subscribes, whatever the flags say, and none where the shop has given its customer', async () => {
      const flagged = { ...plan, skipCustomer: true, skipReview: true };
      const { text } = await show(
        { ...resolved, checkout: flagged },
        '/pay/bill_1?skip_customer=true&skip_review=true',
      );
      for (const name of ['number', 'name', 'expiry', 'cvv', 'taxId', 'email'])
        expect(text).toContain(`name="${name}"`);
      expect(text).toContain('Clube');
      const known = { ...resolved, checkout: { ...plan, customerId: 'cust_1' } };
      const own = await show(known);
      expect([own.text.includes('name="taxId"'), own.text.includes('name="number"')]).toEqual([false, true]);
      expect((await show(known, '/pay/bill_1?method=PIX')).text).not.toContain('name="name"');
    });

    it('its form to the next one after somebody has subscribed, and opens no Pix charge by itself', async () => {
      const { text } = await show(
        { ...resolved, checkout: { ...plan, status: 'CHECKOUT_STATUS_PAID' } },
        '/pay/bill_1?method=PIX',
      );
      expect(text).toContain('action="/pay/bill_1/subscribe?method=PIX"');
      expect(text).not.toContain('class="code"');
      expect(api.calls.map(({ name }) => name)).toEqual(['checkouts.resolveCheckout']);
    });

    it('no form once it was deleted, but what was agreed before to the one who did', async () => {
      const checkout = { ...plan, status: 'CHECKOUT_STATUS_CANCELLED' };
      const { text } = await show({ ...resolved, checkout });
      expect([text.includes('Cancelado'), text.includes('<form')]).toEqual([true, false]);
      const own = await show({ ...resolved, checkout, subscription: active }, '/pay/bill_1?subscription=subs_1');
      expect(own.text).toContain('Assinatura ativa');
    });

    it('the state and receipt of a cycle’s own checkout, and nothing to pay', async () => {
      for (const status of ['CHECKOUT_STATUS_PENDING', 'CHECKOUT_STATUS_PAID']) {
        const cycle = { ...aPaidCheckout, frequency: plan.frequency, subscriptionId: 'subs_1', cycleNumber: 2, status };
        const { text } = await show({ ...resolved, checkout: cycle });
        const isPaid = status === 'CHECKOUT_STATUS_PAID';
        expect([text.includes('<form'), text.includes('receipts/pix_char_1')]).toEqual([false, isPaid]);
        expect(text).toContain(isPaid ? 'Pago' : 'Aguardando pagamento');
      }
    });
  });

  describe('the card form', () => {
    it('subscribes under the form’s id and comes back to what was agreed', async () => {
      answering({
        'checkouts.getLinkQuote': { checkout: discounted },
        'checkouts.payCheckoutByCard': { charge: aCardCharge, subscriptionId: 'subs_1' },
      });
      const done = await send(`/pay/bill_1/card?${natal}`, card);
      expect([done.statusCode, done.headers.location]).toEqual([
        303,
        '/pay/bill_1?method=CARD&subscription=subs_1&done=1',
      ]);
      expect(sent('checkouts.payCheckoutByCard')).toEqual({
        tenant,
        checkoutId: 'bill_1',
        number: '4242424242424242',
        expMonth: 12,
        expYear: 2030,
        cvv,
        holderName: 'ANA SOUZA',
        installmentCount: 1,
        taxId: '529.982.247-25',
        email: 'ana@example.com',
        coupons: ['natal'],
        client: 'client',
      });
      expect(api.contexts.at(-1)?.idempotency).toMatchObject({ key: formId, operation: 'POST /pay/bill_1/card' });
    });

    it('begins a trial, which has no charge', async () => {
      answering({
        'checkouts.resolveCheckout': withTrial,
        'checkouts.payCheckoutByCard': { subscriptionId: 'subs_1' },
      });
      expect((await send('/pay/bill_1/card', card)).headers.location).toBe(
        '/pay/bill_1?method=CARD&subscription=subs_1&done=1',
      );
    });

    it('sent again takes its coupon along, though it was the last: billing knows the form', async () => {
      answering({
        'checkouts.getLinkQuote': () => {
          throw failedPrecondition('This coupon is inactive or used up', 'COUPON_USED_UP');
        },
        'checkouts.payCheckoutByCard': { subscriptionId: 'subs_1' },
      });
      expect((await send(`/pay/bill_1/card?${natal}`, card)).statusCode).toBe(303);
      expect(sent('checkouts.payCheckoutByCard')).toMatchObject({ coupons: ['natal'] });
    });

    it.each([
      ['DECLINE_CLASS_REVERSIBLE', 'Tente de novo ou use outro cartão.'],
      ['DECLINE_CLASS_IRREVERSIBLE', 'Use outro cartão.'],
    ])('says that the card was declined, of a trial too: %s', async (declineClass, advice) => {
      answering({
        'checkouts.resolveCheckout': withTrial,
        'checkouts.payCheckoutByCard': { failure: { code: '05', declineClass, message: 'x' } },
      });
      const page = await send('/pay/bill_1/card', { ...card, number: '5555 5555 5555 4444' });
      expect([page.statusCode, page.payload.includes(`com este cartão. ${advice}`)]).toEqual([400, true]);
      for (const secret of [formId, '5555555555554444', '5555 5555 5555 4444', cvv])
        expect(page.payload).not.toContain(secret);
      expect(page.payload).toContain('value="ana@example.com"');
    });

    it.each<[Record<string, string>, string]>([
      [{ taxId: '' }, 'Confira o CPF ou CNPJ.'],
      [{ email: '' }, 'Confira o e-mail.'],
      [{ number: '4242' }, 'Confira o número do cartão.'],
    ])('says what to look at and asks no service: %j', async (over, sentence) => {
      answering();
      const page = await send('/pay/bill_1/card', { ...card, ...over });
      expect([page.statusCode, page.payload.includes(sentence)]).toEqual([400, true]);
      expect(sent('checkouts.payCheckoutByCard')).toBeUndefined();
    });

    it.each<[Error, number, string]>([
      [failedPrecondition('x', 'ALREADY_SUBSCRIBED'), 400, 'Você já tem uma assinatura ativa deste plano.'],
      [failedPrecondition('A card payment is still under way', 'CARD_PAYMENT_IN_PROGRESS'), 400, 'em andamento'],
      [unavailable('x', 'PROVIDER_NOT_CONFIGURED'), 503, 'não está disponível agora'],
      [unavailable('billing did not answer'), 503, 'nada é cobrado duas vezes'],
      [
        new AppError({ kind: 'ABORTED', reason: 'IDEMPOTENCY_KEY_IN_FLIGHT', message: 'x' }),
        409,
        'já está sendo processado',
      ],
    ])('says %s in the payer’s language, on the page', async (error, status, sentence) => {
      refusing('checkouts.payCheckoutByCard', error);
      const page = await send('/pay/bill_1/card', card);
      expect([page.statusCode, page.payload.includes(sentence)]).toEqual([status, true]);
      expect(page.payload).toContain('role="alert"');
    });
  });

  describe('the Pix form', () => {
    it('agrees to automatic Pix and comes back to a page with the code', async () => {
      answering({ 'checkouts.subscribeByPix': { subscriptionId: 'subs_1', charge: aCharge } });
      const response = await send('/pay/bill_1/subscribe', payer);
      expect(response.headers.location).toBe('/pay/bill_1?method=PIX&subscription=subs_1&done=1');
      const { name, taxId, email } = payer;
      expect(sent('checkouts.subscribeByPix')).toEqual({
        tenant,
        checkoutId: 'bill_1',
        payer: { name, taxId, email },
        coupons: [],
      });
      expect(api.contexts.at(-1)?.idempotency).toMatchObject({ key: formId, operation: 'POST /pay/bill_1/subscribe' });
    });

    it.each<[Record<string, string>, string]>([
      [{ name: '' }, 'Informe o nome do pagador.'],
      [{ taxId: '1' }, 'Confira o CPF ou CNPJ.'],
      [{ form: '' }, 'Este formulário não vale mais.'],
    ])('says what to look at: %j', async (over, sentence) => {
      answering();
      const page = await send('/pay/bill_1/subscribe', { ...payer, ...over });
      expect([page.statusCode, page.payload.includes(sentence)]).toEqual([400, true]);
      expect(sent('checkouts.subscribeByPix')).toBeUndefined();
    });

    it('is a sentence with 503 where there is no automatic Pix', async () => {
      refusing('checkouts.subscribeByPix', unavailable('x', 'PROVIDER_NOT_CONFIGURED'));
      const page = await send('/pay/bill_1/subscribe', payer);
      expect([page.statusCode, page.payload.includes('não está disponível agora')]).toEqual([503, true]);
    });

    it('is none of a checkout that is paid once', async () => {
      answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: aPaidCheckout } });
      expect((await send('/pay/bill_1/subscribe', payer)).headers.location).toBe('/pay/bill_1?method=PIX');
      expect(sent('checkouts.subscribeByPix')).toBeUndefined();
    });
  });

  describe('to the one who filled in the form', () => {
    const address = '/pay/bill_1?method=PIX&subscription=subs_1';

    it('shows the Pix code, whose address stays theirs, and a way back to the form', async () => {
      const { text } = await show({ ...resolved, subscription: starting }, address);
      expect(sent('checkouts.resolveCheckout')).toMatchObject({ id: 'bill_1', subscriptionId: 'subs_1' });
      for (const shown of [
        'Aguardando pagamento',
        '<code class="code">00020126PIX</code>',
        'href="/pay/bill_1?method=PIX&amp;subscription=subs_1&amp;done=1">Já paguei',
        'href="/pay/bill_1?method=PIX" >Escolher outra forma de pagamento',
        'Desconto em cada cobrança (NATAL)',
      ]) {
        expect(text).toContain(shown);
      }
      expect(text).not.toContain('name="taxId"');
    });

    it('in dev mode may cancel a Pix subscription as in the bank app, and nothing else', async () => {
      const byPix = { ...active, method: 'PAYMENT_METHOD_PIX' };
      const action = 'action="/pay/bill_1/revoke?method=PIX&amp;subscription=subs_1"';
      expect((await show({ ...resolved, subscription: byPix }, address)).text).toContain(action);
      const real = { ...resolved, checkout: { ...plan, devMode: false } };
      for (const other of [
        { ...real, subscription: byPix },
        { ...resolved, subscription: active },
      ]) {
        expect((await show(other, address)).text).not.toContain('/revoke');
      }
      answering({
        'checkouts.resolveCheckout': { ...resolved, subscription: byPix },
        'agreements.simulateAuthorizationCancelled': {},
      });
      const done = await send('/pay/bill_1/revoke?method=PIX&subscription=subs_1');
      expect([done.statusCode, done.headers.location]).toEqual([303, '/pay/bill_1?method=PIX']);
      expect(sent('agreements.simulateAuthorizationCancelled')).toEqual({ tenant, subscriptionId: 'subs_1' });
    });

    it('shows what was agreed, the receipt and the way to the shop, and no form', async () => {
      const { text } = await show({ ...resolved, subscription: active }, address);
      for (const shown of [
        'Assinatura ativa',
        'Forma de pagamento: Cartão com final 4242.',
        'R$ 45,00 <small>por mês',
        'href="https://pitanga.example/receipts/card_1"',
        'href="https://shop.example/thanks"',
      ]) {
        expect(text).toContain(shown);
      }
      expect(text).not.toContain('<form');
      const trial = await show({ ...withTrial, subscription: { ...active, charge: undefined } }, address);
      expect(trial.text).toContain('7 dias grátis, depois R$ 45,00 por mês.');
      expect(trial.text).not.toContain('comprovante');
    });

    it.each([
      ['the code has expired', { ...starting, charge: { ...aCharge, status: 'CHARGE_STATUS_EXPIRED' } }],
      ['the card was declined', { ...active, status: 'SUBSCRIPTION_START_STATUS_REFUSED' }],
      ['the subscription has ended', { ...active, status: 'SUBSCRIPTION_START_STATUS_ENDED' }],
    ])('shows the form again when %s', async (_what, subscription) => {
      const { text } = await show({ ...resolved, subscription }, address);
      expect(text).toContain('action="/pay/bill_1/subscribe?method=PIX"');
    });
  });

  describe('the simulate button', () => {
    it.each([
      ['CARD', undefined],
      ['PIX', undefined],
      ['PIX', 'pix_char_1'],
    ])(
      'subscribes by %s, or pays the code that is shown, and comes back to what was agreed',
      async (method, chargeId) => {
        const answer = { checkout: plan, payments: [], subscriptionId: 'subs_1' };
        answering({ 'checkouts.simulateCheckoutPayment': answer });
        const fields = chargeId === undefined ? {} : { charge: chargeId };
        const response = await send(`/pay/bill_1/simulate?method=${method}`, fields);
        expect(response.headers.location).toBe(`/pay/bill_1?method=${method}&subscription=subs_1&done=1`);
        expect(sent('checkouts.simulateCheckoutPayment')).toMatchObject({
          method: `PAYMENT_METHOD_${method}`,
          chargeId,
        });
      },
    );

    it('says on the page that the customer has subscribed already', async () => {
      refusing('checkouts.simulateCheckoutPayment', failedPrecondition('x', 'ALREADY_SUBSCRIBED'));
      const page = await send('/pay/bill_1/simulate');
      expect([page.statusCode, page.payload.includes('já tem uma assinatura ativa')]).toEqual([400, true]);
    });

    it('is not there in production', async () => {
      const { text } = await show({ ...resolved, checkout: { ...plan, devMode: false } });
      expect(text).not.toContain('simulate');
    });
  });

  it('quotes a coupon that a payer types, which is counted by the subscription alone', async () => {
    answering({ 'checkouts.getLinkQuote': { checkout: discounted } });
    const response = await send('/pay/bill_1/coupons?method=CARD', { coupon: 'natal' });
    expect(response.headers.location).toBe(`/pay/bill_1?method=CARD&${natal}`);
    expect(sent('checkouts.applyCheckoutCoupons')).toBeUndefined();
  });
});
