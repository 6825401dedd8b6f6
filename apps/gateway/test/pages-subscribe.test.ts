import { failedPrecondition } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aCharge, aPaidCheckout } from './messages';
import { buyerCookie, wholeApi } from './whole-api';
import {
  active,
  authorizing,
  discounted,
  item,
  natal,
  plan,
  resolved,
  starting,
  subscribePageCalls,
  tenant,
  withTrial,
} from './subscribe-page';

describe('the page of a subscription checkout', () => {
  const api = startBeforeAll(wholeApi);

  const { answering, look, send, sent, submit } = subscribePageCalls(() => api);
  const own = buyerCookie('subs_1');
  const refusing = (name: string, error: Error): void => {
    answering({
      [name]: () => {
        throw error;
      },
    });
  };
  /** As the browser sees it that subscribed. */
  const show = async (shown: object, url = '/pay/bill_1') => {
    answering({ 'checkouts.resolveCheckout': shown });
    const { statusCode, payload } = await look(url, own);
    return { statusCode, text: payload.replaceAll(/\s+/g, ' ') };
  };

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
        '> Assinar por R$ 50,00 ',
      ]) {
        expect(text).toContain(shown);
      }
      expect(text).not.toContain('Pagar R$');
    });

    it('what a trial costs, and when', async () => {
      const { text } = await show(withTrial);
      expect(text).toContain('7 dias grátis, depois R$ 50,00 por mês.');
      expect(text).toMatch(
        /<dt>Hoje<\/dt> <dd>R\$ 0,00<\/dd>.*Primeira cobrança<\/dt> <dd>R\$ 50,00 em \d\d\/\d\d\/\d{4}</,
      );
      const oneDay = await show({ ...resolved, checkout: { ...plan, trialDays: 1 } });
      expect(oneDay.text).toContain('1 dia grátis, depois R$ 50,00 por mês.');
    });

    it('the day of the first charge that the store has set, and nothing of a trial', async () => {
      const checkout = { ...plan, trialDays: 27, dueDate: '2026-12-15' };
      const { text } = await show({ ...resolved, checkout });
      expect(text).toContain('R$ 50,00 em 15/12/2026 e depois a cada mês, até a assinatura ser cancelada.');
      expect(text).toMatch(/<dt>Hoje<\/dt> <dd>R\$ 0,00<\/dd>.*Primeira cobrança<\/dt> <dd>R\$ 50,00 em 15\/12\/2026</);
      expect(text).not.toContain('grátis');
    });

    it('a discount as one that repeats, quoted for the coupon of the address', async () => {
      answering({ 'checkouts.getLinkQuote': { checkout: discounted, prices: [] } });
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

    it('what the charges cost with a discount that ends, and which of them', async () => {
      const prices = [
        { amountCents: 4_500, charges: 1 },
        { amountCents: 4_800, charges: 2 },
        { amountCents: 5_000, charges: undefined },
      ];
      answering({ 'checkouts.getLinkQuote': { checkout: discounted, prices } });
      const { text } = await api.get(`/pay/bill_1?method=CARD&${natal}`);
      expect(text).toContain(
        'R$ 45,00 na primeira cobrança, R$ 48,00 em cada uma das 2 seguintes, depois R$ 50,00. ' +
          'A cobrança se repete a cada mês, até a assinatura ser cancelada.',
      );
      expect(text).toContain('Desconto na primeira cobrança (NATAL)');
      expect(text).not.toContain('R$ 45,00 <small>');
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

    it('a code that only authorises, and waits for that', async () => {
      const { text } = await show({ ...withTrial, subscription: authorizing }, '/pay/bill_1?subscription=subs_1');
      for (const shown of [
        'Aguardando autorização',
        'Nada é pago agora: o código autoriza as próximas cobranças.',
        '00020126180014br.gov.bcb.pix6304AAAA',
        'Já autorizei',
        '/pay/bill_1/state',
      ]) {
        expect(text).toContain(shown);
      }
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

  describe('where the payer may authorise or not', () => {
    const optional = { ...plan, isAuthorizationOptional: true };
    const address = '/pay/bill_1?method=PIX&subscription=subs_1';

    it('says before and beside the code that the next ones can be paid by codes too', async () => {
      const said = 'Se não autorizar, você paga cada uma com um novo código Pix.';
      const form = await show({ ...resolved, checkout: optional }, '/pay/bill_1?method=PIX');
      const code = await show({ ...resolved, checkout: optional, subscription: starting }, address);
      const required = await show({ ...resolved, subscription: starting }, address);
      expect([form, code, required].map(({ text }) => text.includes(said))).toEqual([true, true, false]);
    });

    it('leads from the active subscription to the cycle that is to be paid', async () => {
      const subscription = { ...active, method: 'PAYMENT_METHOD_PIX', dueCheckoutId: 'bill_2' };
      const { text } = await show({ ...resolved, checkout: optional, subscription }, address);
      expect(text).toContain('href="/pay/bill_2"');
      expect(text).toContain('Pagar a próxima cobrança');
    });

    it('shows the code of that cycle on its own page, and no form', async () => {
      const cycle = { ...aPaidCheckout, frequency: plan.frequency, subscriptionId: 'subs_1', cycleNumber: 2 };
      const unpaid = { status: 'CHECKOUT_STATUS_PENDING', methods: ['PAYMENT_METHOD_PIX'] };
      const checkout = { ...cycle, ...unpaid, devMode: false, allowCoupons: false };
      const { text } = await show({ ...resolved, checkout, openPix: aCharge }, '/pay/bill_2');
      expect(text).toContain('<code class="code">00020126PIX</code>');
      expect([text.includes('<form'), text.includes('Já paguei')]).toEqual([false, true]);
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
        'href="/pay/bill_1?method=PIX">Escolher outra forma de pagamento',
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
      const done = await send('/pay/bill_1/revoke?method=PIX&subscription=subs_1', {}, own);
      expect([done.statusCode, done.headers.location]).toEqual([303, '/pay/bill_1?method=PIX']);
      expect(sent('agreements.simulateAuthorizationCancelled')).toEqual({ tenant, subscriptionId: 'subs_1' });
    });

    it('shows what was agreed, the receipt and the way to the shop, and no form', async () => {
      const { text } = await show({ ...resolved, subscription: active }, address);
      for (const shown of [
        'Assinatura ativa',
        'Forma de pagamento: Cartão com final 4242.',
        'R$ 45,00 <small>por mês',
        'href="https://pitanga.example/receipts/card_1?key=',
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
      const page = await submit('/pay/bill_1/simulate');
      expect([page.led, page.payload.includes('já tem uma assinatura ativa')]).toEqual([303, true]);
    });

    it('is not there in production', async () => {
      const { text } = await show({ ...resolved, checkout: { ...plan, devMode: false } });
      expect(text).not.toContain('simulate');
    });
  });

  it('quotes a coupon that a payer types, which is counted by the subscription alone', async () => {
    answering({ 'checkouts.getLinkQuote': { checkout: discounted, prices: [] } });
    const response = await send('/pay/bill_1/coupons?method=CARD', { coupon: 'natal' });
    expect(response.headers.location).toBe(`/pay/bill_1?method=CARD&${natal}`);
    expect(sent('checkouts.applyCheckoutCoupons')).toBeUndefined();
  });
});
