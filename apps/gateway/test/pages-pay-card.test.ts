import { alreadyExists, AppError, failedPrecondition, invalidArgument, notFound, unavailable } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aBoleto } from './messages';
import { wholeApi } from './whole-api';
import { card, cvv, declined, formId, number, paid, payPageCalls, resolved, tenant } from './pay-page';

describe('the payment page: cards and boletos', () => {
  const api = startBeforeAll(wholeApi);

  const { answering, look, send, submit, sent } = payPageCalls(() => api);

  describe('the card form', () => {
    it('charges the card under the form’s id and comes back to the page', async () => {
      answering({ 'checkouts.payCheckoutByCard': { charge: paid } });
      const response = await send('/pay/bill_1/card?skip_review=true', { ...card, installments: '1' });
      expect([response.statusCode, response.headers.location]).toEqual([
        303,
        '/pay/bill_1?method=CARD&done=1&skip_review=true',
      ]);
      expect(sent('checkouts.payCheckoutByCard')).toEqual({
        tenant,
        checkoutId: 'bill_1',
        number,
        expMonth: 12,
        expYear: 2030,
        cvv,
        holderName: 'ANA SOUZA',
        installmentCount: 1,
        taxId: '529.982.247-25',
        coupons: [],
        visitor: undefined,
        client: 'client',
      });
    });

    it('says which amount its button had', async () => {
      answering({ 'checkouts.payCheckoutByCard': { charge: paid } });
      expect((await api.get('/pay/bill_1?method=CARD')).text).toContain('name="amount" value="2000"');
      await send('/pay/bill_1/card', { ...card, installments: '2', amount: '2000' });
      expect(sent('checkouts.payCheckoutByCard')).toMatchObject({ installmentCount: 2, shownAmountCents: 2_000 });
    });

    it.each(['12/30', '12/2030', '1230', '12 / 30', '122030'])('takes %s for a date', async (expiry) => {
      answering({ 'checkouts.payCheckoutByCard': { charge: paid } });
      await send('/pay/bill_1/card', { ...card, expiry });
      expect(sent('checkouts.payCheckoutByCard')).toMatchObject({ expMonth: 12, expYear: 2030 });
    });

    it('says a decline, keeps what may be kept and lets the payer try again with a new form', async () => {
      answering({ 'checkouts.payCheckoutByCard': { charge: declined } });
      const page = await submit('/pay/bill_1/card?method=CARD', card);
      expect(page.led).toBe(303);
      for (const text of [
        'role="alert"',
        'Não foi possível processar o pagamento com este cartão. Tente de novo ou use outro cartão.',
        'value="ANA SOUZA"',
        'value="12/30"',
        '<title>Erro: ',
      ]) {
        expect(page.payload).toContain(text);
      }
      expect(page.payload).not.toContain(formId);
    });

    it.each<[string, Record<string, string>, string]>([
      ['a number that is none', { number: '4242' }, 'Confira o número do cartão.'],
      ['no name', { name: '' }, 'Informe o nome impresso no cartão.'],
      ['a date that is none', { expiry: '1/2/3' }, 'Informe a validade como MM/AA.'],
      ['a code that is none', { cvv: '12' }, 'Confira o código de segurança do cartão.'],
      ['a tax id that is none', { taxId: '111.111.111-11' }, 'Confira o CPF ou CNPJ.'],
      ['installments that are none', { installments: 'x' }, 'Escolha o número de parcelas.'],
      ['no form id', { form: '' }, 'Este formulário não vale mais.'],
    ])('says what to look at for %s, and asks no service to pay', async (_what, over, sentence) => {
      answering({});
      const page = await submit('/pay/bill_1/card?method=CARD', { ...card, ...over });
      expect([page.led, page.payload.includes(sentence)]).toEqual([303, true]);
      expect(sent('checkouts.payCheckoutByCard')).toBeUndefined();
    });

    it.each<[Error, string]>([
      [invalidArgument("Property 'number' should be valid", 'CARD_NUMBER_INVALID'), 'Confira o número do cartão.'],
      [invalidArgument('x', 'NOT_A_TEST_CARD'), 'só cartões de teste'],
      [failedPrecondition('x', 'INSTALLMENT_TOO_SMALL'), 'pelo menos R$ 10,00'],
      [unavailable('x', 'PROVIDER_NOT_CONFIGURED'), 'não está disponível agora. Escolha outra.'],
      [failedPrecondition('x', 'IDEMPOTENCY_KEY_REUSED'), 'já foi enviado'],
    ])('says %s in the payer’s language', async (error, sentence) => {
      answering({
        'checkouts.payCheckoutByCard': () => {
          throw error;
        },
      });
      const page = await submit('/pay/bill_1/card', card);
      expect([page.led, page.payload.includes(sentence)]).toEqual([303, true]);
    });

    it.each<[Error]>([
      [unavailable('billing did not answer')],
      [new AppError({ kind: 'ABORTED', reason: 'IDEMPOTENCY_KEY_IN_FLIGHT', message: 'x' })],
    ])(
      'keeps the form’s id while the outcome is unknown (%s), so that sending it again cannot pay twice',
      async (error) => {
        answering({
          'checkouts.payCheckoutByCard': () => {
            throw error;
          },
        });
        const page = await submit('/pay/bill_1/card', card);
        expect([page.led, page.payload.includes(`value="${formId}"`)]).toEqual([303, true]);
      },
    );

    it('never shows a number or a security code again, whatever went wrong', async () => {
      const failures = [unavailable('x'), notFound('x'), alreadyExists('x', 'X'), new Error('a bug'), declined];
      for (const failure of failures) {
        answering({
          'checkouts.payCheckoutByCard': () => {
            if (failure instanceof Error) throw failure;
            return { charge: failure };
          },
        });
        // Some type the number where the name goes.
        const typed = '5555 5555 5555 4444';
        const answer = await send('/pay/bill_1/card', { ...card, number: typed, name: typed });
        const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
        const { location } = answer.headers;
        const page = location === undefined ? answer : await look(location, cookie);
        const text = page.payload + String(location);
        expect([text.includes(typed), text.includes('5555555555554444'), text.includes(cvv)]).toEqual([
          false,
          false,
          false,
        ]);
      }
    });

    it('is one form to billing however often it is sent, and its fingerprint knows no number', async () => {
      const readIdempotency = async (over: Readonly<Record<string, string>>) => {
        answering({ 'checkouts.payCheckoutByCard': { charge: paid } });
        await send('/pay/bill_1/card', { ...card, ...over });
        return api.contexts.at(-1)?.idempotency;
      };
      const first = await readIdempotency({});
      expect(first).toMatchObject({ key: formId, operation: 'POST /pay/bill_1/card' });
      // Another number with the same end is the same fingerprint: the rest cannot be found by trying.
      expect(await readIdempotency({ number: '5555555555554242', cvv: '111' })).toEqual(first);
      expect(await readIdempotency({ installments: '2' })).not.toEqual(first);
    });

    it('ignores an Idempotency-Key header, whose fingerprint would hold the number', async () => {
      answering({ 'checkouts.payCheckoutByCard': { charge: paid } });
      const response = await api.app.inject({
        method: 'POST',
        url: '/pay/bill_1/card',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': 'mine' },
        payload: new URLSearchParams(card).toString(),
      });
      expect(response.statusCode).toBe(303);
      expect(api.contexts.at(-1)?.idempotency?.key).toBe(formId);
    });
  });

  describe('the boleto form', () => {
    const payer = { name: 'Ana Souza', taxId: '529.982.247-25', email: '' };
    const boleto = { ...aBoleto, checkoutId: 'bill_1' };

    it('makes a boleto and comes back to a page that shows its line, its date and its PDF', async () => {
      answering({ 'checkouts.openCheckoutBoleto': { charge: boleto } });
      const response = await send('/pay/bill_1/boleto?method=BOLETO', payer);
      expect(response.headers.location).toBe('/pay/bill_1?method=BOLETO&boleto=char_1');
      expect(sent('checkouts.openCheckoutBoleto')).toEqual({
        tenant,
        checkoutId: 'bill_1',
        payer: { name: 'Ana Souza', taxId: '529.982.247-25', email: undefined },
        coupons: [],
        visitor: undefined,
      });
      answering({ 'charges.resolveCharge': { tenant, charge: boleto, merchantName: 'Loja', files: [] } });
      const { text } = await api.get('/pay/bill_1?method=BOLETO&boleto=char_1');
      for (const shown of ['01/12/2026', '99999.99999 99999.999999', 'href="/boletos/char_1"', 'value="char_1"']) {
        expect(text).toContain(shown);
      }
    });

    it.each([
      ['another checkout’s', { ...boleto, checkoutId: 'bill_2' }],
      ['a cancelled', { ...boleto, status: 'CHARGE_STATUS_CANCELLED' }],
    ])('is shown instead of %s boleto', async (_what, charge) => {
      answering({ 'charges.resolveCharge': { tenant, charge, merchantName: 'Loja', files: [] } });
      const { text } = await api.get('/pay/bill_1?method=BOLETO&boleto=char_1');
      expect([text.includes('Gerar boleto'), text.includes('/boletos/')]).toEqual([true, false]);
    });

    it.each<[Record<string, string>, string]>([
      [{ name: 'A' }, 'Informe o nome do pagador.'],
      [{ taxId: '123' }, 'Confira o CPF ou CNPJ.'],
      [{ email: 'ana' }, 'Confira o e-mail.'],
    ])('says what to look at and keeps the rest: %j', async (over, sentence) => {
      answering({});
      const page = await submit('/pay/bill_1/boleto', { ...payer, ...over });
      expect([page.led, page.payload.includes(sentence)]).toEqual([303, true]);
      expect(page.payload).toContain('aria-invalid="true" aria-describedby="wrong-');
    });

    it('asks for no payer data where the checkout has a customer', async () => {
      answering({
        'checkouts.resolveCheckout': { ...resolved, knowsPayer: true },
        'checkouts.openCheckoutBoleto': { charge: boleto },
      });
      expect((await api.get('/pay/bill_1?method=BOLETO')).text).not.toContain('name="taxId"');
      expect((await send('/pay/bill_1/boleto')).statusCode).toBe(303);
      expect(sent('checkouts.openCheckoutBoleto')).toMatchObject({ payer: undefined });
    });
  });
});
