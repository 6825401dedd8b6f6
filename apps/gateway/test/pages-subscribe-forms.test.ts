import { AppError, failedPrecondition, unavailable } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aCardCharge, aCharge, aPaidCheckout } from './messages';
import { wholeApi } from './whole-api';
import {
  card,
  cvv,
  discounted,
  formId,
  natal,
  payer,
  resolved,
  subscribePageCalls,
  tenant,
  withTrial,
} from './subscribe-page';

describe('the forms of a subscription checkout', () => {
  const api = startBeforeAll(wholeApi);

  const { answering, send, sent, submit } = subscribePageCalls(() => api);
  const refusing = (name: string, error: Error): void => {
    answering({
      [name]: () => {
        throw error;
      },
    });
  };

  describe('the card form', () => {
    it('subscribes under the form’s id and comes back to what was agreed', async () => {
      answering({
        'checkouts.getLinkQuote': { checkout: discounted, prices: [] },
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
      const page = await submit('/pay/bill_1/card', { ...card, number: '5555 5555 5555 4444' });
      expect([page.led, page.payload.includes(`com este cartão. ${advice}`)]).toEqual([303, true]);
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
      const page = await submit('/pay/bill_1/card', { ...card, ...over });
      expect([page.led, page.payload.includes(sentence)]).toEqual([303, true]);
      expect(sent('checkouts.payCheckoutByCard')).toBeUndefined();
    });

    it.each<[Error, string]>([
      [failedPrecondition('x', 'ALREADY_SUBSCRIBED'), 'Você já tem uma assinatura ativa deste plano.'],
      [failedPrecondition('A card payment is still under way', 'CARD_PAYMENT_IN_PROGRESS'), 'em andamento'],
      [unavailable('x', 'PROVIDER_NOT_CONFIGURED'), 'não está disponível agora'],
      [unavailable('billing did not answer'), 'nada é cobrado duas vezes'],
      [
        new AppError({ kind: 'ABORTED', reason: 'IDEMPOTENCY_KEY_IN_FLIGHT', message: 'x' }),
        'já está sendo processado',
      ],
    ])('says %s in the payer’s language, on the page', async (error, sentence) => {
      refusing('checkouts.payCheckoutByCard', error);
      const page = await submit('/pay/bill_1/card', card);
      expect([page.led, page.payload.includes(sentence)]).toEqual([303, true]);
      expect(page.payload).toContain('role="alert"');
    });
  });

  describe('the Pix form', () => {
    it('agrees to automatic Pix and comes back to a page with the code', async () => {
      answering({ 'checkouts.subscribeByPix': { subscriptionId: 'subs_1', charge: aCharge } });
      const response = await send('/pay/bill_1/subscribe', payer);
      expect(response.headers.location).toBe('/pay/bill_1?method=PIX&subscription=subs_1&pix=1&done=1');
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
      const page = await submit('/pay/bill_1/subscribe', { ...payer, ...over });
      expect([page.led, page.payload.includes(sentence)]).toEqual([303, true]);
      expect(sent('checkouts.subscribeByPix')).toBeUndefined();
    });

    it('is a sentence with 503 where there is no automatic Pix', async () => {
      refusing('checkouts.subscribeByPix', unavailable('x', 'PROVIDER_NOT_CONFIGURED'));
      const page = await submit('/pay/bill_1/subscribe', payer);
      expect([page.led, page.payload.includes('não está disponível agora')]).toEqual([303, true]);
    });

    it('is none of a checkout that is paid once', async () => {
      answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: aPaidCheckout } });
      expect((await send('/pay/bill_1/subscribe', payer)).headers.location).toBe('/pay/bill_1?method=PIX');
      expect(sent('checkouts.subscribeByPix')).toBeUndefined();
    });
  });
});
