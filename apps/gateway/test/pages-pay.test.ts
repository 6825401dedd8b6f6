import { alreadyExists, AppError, failedPrecondition, invalidArgument, notFound, unavailable } from '@pitanga/core';
import { aBoleto, aCardCharge, aCharge, aCheckout, aPaidCheckout, aPaymentLink } from './messages';
import { typedCoupon, wholeApi, type Answers, type WholeApi } from './whole-api';

const natal = typedCoupon('natal');
const tudo = typedCoupon('tudo');

const tenant = { storeId: 'store_1', devMode: true };
const methods = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_BOLETO'];
const checkout = { ...aCheckout, methods, allowCoupons: true };
const link = { ...aPaymentLink, methods, allowCoupons: true };
const resolved = { tenant, checkout, merchantName: 'Loja', knowsPayer: false };
const aLink = { ...resolved, checkout: link };

const number = '4242424242424242';
const cvv = '7391';
const formId = 'F'.repeat(32);
const visitor = 'V'.repeat(32);
const card = {
  form: formId,
  number: '4242 4242 4242 4242',
  name: 'ANA SOUZA',
  expiry: '12/30',
  cvv,
  taxId: '529.982.247-25',
};
const paid = { ...aCardCharge, checkoutId: 'bill_1' };
const declined = {
  ...paid,
  status: 'CHARGE_STATUS_FAILED',
  failure: { code: '05', declineClass: 'DECLINE_CLASS_REVERSIBLE', message: 'não autorizado' },
};

describe('the payment page', () => {
  let api: WholeApi;
  beforeAll(async () => {
    api = await wholeApi();
  });
  afterAll(() => api.app.close());

  const answering = (answers: Answers): void => {
    api.answering({
      'checkouts.resolveCheckout': resolved,
      'checkouts.openCheckoutPix': { charge: aCharge },
      ...answers,
    });
  };
  const send = (url: string, fields: Readonly<Record<string, string>> = {}, cookie?: string) =>
    api.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie !== undefined && { cookie }) },
      payload: new URLSearchParams(fields).toString(),
    });
  const look = (url: string, cookie?: string) =>
    api.app.inject({ method: 'GET', url, headers: cookie === undefined ? {} : { cookie } });
  const sent = (name: string) => api.calls.find((call) => call.name === name)?.request;

  describe('shows', () => {
    it('a tab for each method, and the open code on the Pix tab', async () => {
      answering({ 'checkouts.resolveCheckout': { ...resolved, openPix: aCharge } });
      const pix = await api.get('/pay/bill_1');
      for (const text of [
        'href="/pay/bill_1?method=PIX" aria-current="page"',
        'href="/pay/bill_1?method=CARD"',
        'href="/pay/bill_1?method=BOLETO"',
        'src="data:image/png;base64,cG5n"',
      ]) {
        expect(pix.text.replaceAll(/\s+/g, ' ')).toContain(text);
      }
      answering({});
      const other = await api.get('/pay/bill_1?method=CARD');
      expect(other.text).not.toContain('data:image/png');
      expect(api.calls.map(({ name }) => name)).toEqual(['checkouts.resolveCheckout']);
    });

    it('a card form that browsers can fill in and phones type in digits, with a form id of its own', async () => {
      answering({});
      const first = await api.get('/pay/bill_1?method=CARD');
      for (const text of [
        'action="/pay/bill_1/card?method=CARD"',
        'autocomplete="cc-number" inputmode="numeric"',
        'autocomplete="cc-name"',
        'autocomplete="cc-exp" inputmode="numeric"',
        'autocomplete="cc-csc" inputmode="numeric"',
        'name="taxId"',
        'Pagar R$ 20,00',
      ]) {
        expect(first.text.replaceAll(/\s+/g, ' ')).toContain(text);
      }
      const readId = (text: string) => /name="form" value="([0-9A-Za-z]{32})"/.exec(text)?.[1];
      expect(readId(first.text)).toBeDefined();
      expect(readId((await api.get('/pay/bill_1?method=CARD')).text)).not.toBe(readId(first.text));
    });

    it('installments up to the checkout’s limit, each of R$ 10 at least and the largest one told', async () => {
      const answer = { ...resolved, checkout: { ...checkout, amountCents: 5_500, maxInstallments: 12 } };
      answering({ 'checkouts.resolveCheckout': answer });
      const { text } = await api.get('/pay/bill_1?method=CARD');
      expect(text.match(/<option value="\d+"/g)).toHaveLength(5);
      expect(text).toContain('3x de R$ 18,34');
      expect(text).toContain('5x de R$ 11,00');
    });

    it.each([
      ['/pay/bill_1?method=CARD&skip_customer=true', checkout],
      ['/pay/bill_1?method=CARD', { ...checkout, skipCustomer: true }],
      ['/pay/bill_1?method=CARD', { ...checkout, customerId: 'cust_1' }],
    ])('no field for payer data where it is skipped or known: %s', async (url, shown) => {
      answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: shown } });
      expect((await api.get(url)).text).not.toContain('name="taxId"');
    });

    it.each([
      ['/pay/bill_1?method=CARD&skip_review=true', checkout],
      ['/pay/bill_1?method=CARD', { ...checkout, skipReview: true }],
    ])('no items where the review is skipped, but the total: %s', async (url, shown) => {
      answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: shown } });
      const { text } = await api.get(url);
      expect([text.includes('Livro'), text.includes('R$ 20,00')]).toEqual([false, true]);
    });

    it('what coupons took off, and no coupon field where none is accepted', async () => {
      const discounted = { ...checkout, amountCents: 1_500, discountCents: 500, couponsUsed: ['NATAL'] };
      answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: discounted } });
      const { text } = await api.get('/pay/bill_1?method=CARD');
      for (const shown of ['Desconto (NATAL)', '-R$ 5,00', 'Pagar R$ 15,00', 'name="coupon"']) {
        expect(text).toContain(shown);
      }
      answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: { ...checkout, allowCoupons: false } } });
      expect((await api.get('/pay/bill_1?method=CARD')).text).not.toContain('name="coupon"');
    });

    it('a card payment without an outcome as one that is being processed, and offers no second one', async () => {
      answering({
        'checkouts.resolveCheckout': { ...resolved, payment: { ...paid, status: 'CHARGE_STATUS_PENDING' } },
      });
      const { text } = await api.get('/pay/bill_1');
      expect(text).toContain('Em processamento');
      expect([text.includes('name="number"'), text.includes('class="code"')]).toEqual([false, false]);
    });

    it('nothing that comes from elsewhere or that others could make run, in no frame, in every state', async () => {
      for (const url of ['/pay/bill_1', '/pay/bill_1?method=CARD', '/pay/bill_1?method=BOLETO']) {
        answering({});
        const page = await api.get(url);
        expect(page.text).not.toMatch(/<script[^>]| on[a-z]+=|style="/);
        expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
        expect(page.headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
        expect(page.headers['cache-control']).toBe('no-store');
      }
    });
  });

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

    it.each(['12/30', '12/2030', '1230', '12 / 30', '122030'])('takes %s for a date', async (expiry) => {
      answering({ 'checkouts.payCheckoutByCard': { charge: paid } });
      await send('/pay/bill_1/card', { ...card, expiry });
      expect(sent('checkouts.payCheckoutByCard')).toMatchObject({ expMonth: 12, expYear: 2030 });
    });

    it('says a decline, keeps what may be kept and lets the payer try again with a new form', async () => {
      answering({ 'checkouts.payCheckoutByCard': { charge: declined } });
      const page = await send('/pay/bill_1/card?method=CARD', card);
      expect(page.statusCode).toBe(400);
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
      const page = await send('/pay/bill_1/card?method=CARD', { ...card, ...over });
      expect([page.statusCode, page.payload.includes(sentence)]).toEqual([400, true]);
      expect(sent('checkouts.payCheckoutByCard')).toBeUndefined();
    });

    it.each<[Error, number, string]>([
      [invalidArgument("Property 'number' should be valid", 'CARD_NUMBER_INVALID'), 400, 'Confira o número do cartão.'],
      [invalidArgument('x', 'NOT_A_TEST_CARD'), 400, 'só cartões de teste'],
      [failedPrecondition('x', 'INSTALLMENT_TOO_SMALL'), 400, 'pelo menos R$ 10,00'],
      [unavailable('x', 'PROVIDER_NOT_CONFIGURED'), 503, 'não está disponível agora. Escolha outra.'],
      [failedPrecondition('x', 'IDEMPOTENCY_KEY_REUSED'), 400, 'já foi enviado'],
    ])('says %s in the payer’s language', async (error, status, sentence) => {
      answering({
        'checkouts.payCheckoutByCard': () => {
          throw error;
        },
      });
      const page = await send('/pay/bill_1/card', card);
      expect([page.statusCode, page.payload.includes(sentence)]).toEqual([status, true]);
    });

    it.each<[Error, number]>([
      [unavailable('billing did not answer'), 503],
      [new AppError({ kind: 'ABORTED', reason: 'IDEMPOTENCY_KEY_IN_FLIGHT', message: 'x' }), 409],
    ])(
      'keeps the form’s id while the outcome is unknown (%s), so that sending it again cannot pay twice',
      async (error, status) => {
        answering({
          'checkouts.payCheckoutByCard': () => {
            throw error;
          },
        });
        const page = await send('/pay/bill_1/card', card);
        expect([page.statusCode, page.payload.includes(`value="${formId}"`)]).toEqual([status, true]);
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
        const page = await send('/pay/bill_1/card', { ...card, number: typed, name: typed });
        expect(page.statusCode).toBeGreaterThanOrEqual(400);
        const text = page.payload + JSON.stringify(page.headers);
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
      // Another number with the same end is the same fingerprint: nobody can find the rest by trying.
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
      const page = await send('/pay/bill_1/boleto', { ...payer, ...over });
      expect([page.statusCode, page.payload.includes(sentence)]).toEqual([400, true]);
      expect(page.payload).toContain('aria-invalid="true" aria-describedby="problem"');
    });

    it('asks nobody’s data where the shop has given its customer', async () => {
      answering({
        'checkouts.resolveCheckout': { ...resolved, knowsPayer: true },
        'checkouts.openCheckoutBoleto': { charge: boleto },
      });
      expect((await api.get('/pay/bill_1?method=BOLETO')).text).not.toContain('name="taxId"');
      expect((await send('/pay/bill_1/boleto')).statusCode).toBe(303);
      expect(sent('checkouts.openCheckoutBoleto')).toMatchObject({ payer: undefined });
    });
  });

  describe('the coupon form', () => {
    it('takes a coupon off a checkout and comes back', async () => {
      answering({ 'checkouts.applyCheckoutCoupons': { checkout } });
      const response = await send('/pay/bill_1/coupons?method=CARD', { coupon: ' natal ' });
      expect([response.statusCode, response.headers.location]).toEqual([303, '/pay/bill_1?method=CARD']);
      expect(sent('checkouts.applyCheckoutCoupons')).toMatchObject({ checkoutId: 'bill_1', coupons: ['natal'] });
    });

    it('says why a coupon cannot be used, with the field open', async () => {
      answering({
        'checkouts.applyCheckoutCoupons': () => {
          throw notFound('Cupom não encontrado.', 'COUPON_NOT_FOUND');
        },
      });
      const page = await send('/pay/bill_1/coupons', { coupon: 'nope' });
      expect([page.statusCode, page.payload.includes('Cupom não encontrado.')]).toEqual([400, true]);
      expect(page.payload).toContain('<details open>');
    });

    it('of a link only shows the price: the coupon is used by the payment', async () => {
      const quote = { ...link, amountCents: 1_500, discountCents: 500, couponsUsed: ['NATAL'] };
      answering({
        'checkouts.resolveCheckout': aLink,
        'checkouts.getLinkQuote': { checkout: quote },
        'checkouts.payCheckoutByCard': { charge: paid },
      });
      const cookie = `visitor=${visitor}`;
      const applied = await send('/pay/bill_1/coupons?method=CARD', { coupon: 'natal' }, cookie);
      expect(applied.headers.location).toBe(`/pay/bill_1?method=CARD&${natal}`);
      const page = await look(`/pay/bill_1?method=CARD&${natal}`, cookie);
      expect(page.payload).toContain('Pagar R$ 15,00');
      expect((await look(`/pay/bill_1?method=PIX&${natal}`, cookie)).payload).toContain(
        'Gerar código Pix com desconto',
      );
      await send(`/pay/bill_1/card?${natal}`, card, cookie);
      expect(sent('checkouts.payCheckoutByCard')).toMatchObject({ coupons: ['natal'], visitor });
      expect(sent('checkouts.applyCheckoutCoupons')).toBeUndefined();
    });

    it('leaves payer data out of a Pix code where its address says so, with a coupon too', async () => {
      answering({ 'checkouts.resolveCheckout': aLink });
      await send('/pay/bill_1/pix?skip_customer=true');
      expect(sent('checkouts.openCheckoutPix')).toMatchObject({ skipCustomer: true });
      expect(sent('checkouts.resolveCheckout')).toMatchObject({ skipCustomer: true });
      answering({ 'checkouts.resolveCheckout': aLink });
      await send('/pay/bill_1/pix');
      expect(sent('checkouts.openCheckoutPix')).toMatchObject({ skipCustomer: false });
      answering({
        'checkouts.resolveCheckout': aLink,
        'checkouts.getLinkQuote': { checkout: { ...link, amountCents: 1_500 } },
        'checkouts.openDiscountedPix': { charge: aCharge },
      });
      await send(`/pay/bill_1/pix?method=PIX&${natal}&skip_customer=true`, {}, `visitor=${visitor}`);
      expect(sent('checkouts.openDiscountedPix')).toMatchObject({ skipCustomer: true });
    });

    it('of a link makes a visitor’s Pix code only when it is asked for', async () => {
      answering({
        'checkouts.resolveCheckout': aLink,
        'checkouts.getLinkQuote': { checkout: { ...link, amountCents: 1_500 } },
        'checkouts.openDiscountedPix': { charge: aCharge },
      });
      const cookie = `visitor=${visitor}`;
      const response = await send(`/pay/bill_1/pix?method=PIX&${natal}`, {}, cookie);
      expect(response.headers.location).toBe('/pay/bill_1?method=PIX&pix=1');
      expect(sent('checkouts.openDiscountedPix')).toEqual({
        tenant,
        checkoutId: 'bill_1',
        visitor,
        coupons: ['natal'],
        skipCustomer: false,
      });
      expect((await send(`/pay/bill_1/pix?method=PIX&${natal}`)).statusCode).toBe(400);
    });

    it('of a link that leaves nothing to pay asks once and says that it is done', async () => {
      answering({
        'checkouts.resolveCheckout': aLink,
        'checkouts.getLinkQuote': { checkout: { ...link, amountCents: 0 } },
        'checkouts.applyCheckoutCoupons': { checkout: link },
        'files.listFreeFiles': { files: [{ name: 'Curso', token: 'abc' }] },
      });
      const page = await api.get(`/pay/bill_1?${tudo}`);
      expect(page.text).toContain(`action="/pay/bill_1/free?${tudo.replace('&', '&amp;')}"`);
      const done = await send(`/pay/bill_1/free?${tudo}`, { form: formId });
      expect([done.statusCode, done.payload.includes('Pago')]).toEqual([200, true]);
      expect(done.payload).toContain('href="https://shop.example/thanks"');
      expect(done.payload).toContain('href="/files/downloads/abc"');
      expect(page.text).not.toContain('/files/downloads/');
    });

    it('that stopped working in a link’s address is said, and nothing is paid without it', async () => {
      answering({
        'checkouts.resolveCheckout': aLink,
        'checkouts.getLinkQuote': () => {
          throw failedPrecondition('This coupon is inactive or used up', 'COUPON_USED_UP');
        },
      });
      const page = await api.get(`/pay/bill_1?method=CARD&${natal}`);
      expect([page.statusCode, page.text.includes('inativo ou esgotado')]).toEqual([400, true]);
      expect((await send(`/pay/bill_1/card?${natal}`, card)).statusCode).toBe(400);
      expect(sent('checkouts.payCheckoutByCard')).toBeUndefined();
    });
  });

  describe('of a payment link', () => {
    it('names each visitor once, for this page alone, and out of reach of scripts and other sites', async () => {
      answering({ 'checkouts.resolveCheckout': aLink });
      const first = await look('/pay/bill_1');
      const cookie = String(first.headers['set-cookie']);
      expect(cookie).toMatch(
        /^visitor=[0-9A-Za-z]{32}; Path=\/pay\/bill_1; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
      );
      const named = cookie.slice(8, 40);
      expect(api.calls.map(({ name }) => name)).toEqual(['checkouts.resolveCheckout']);
      answering({ 'checkouts.resolveCheckout': aLink });
      const again = await look('/pay/bill_1', `other=1; visitor=${named}`);
      expect(again.headers['set-cookie']).toBeUndefined();
      expect(sent('checkouts.resolveCheckout')).toMatchObject({ id: 'bill_1', visitor: named });
      await send('/pay/bill_1/pix', {}, `visitor=${named}`);
      expect(sent('checkouts.openCheckoutPix')).toMatchObject({ tenant, checkoutId: 'bill_1', visitor: named });
      answering({ 'checkouts.resolveCheckout': aLink });
      await look('/pay/bill_1', 'visitor=short');
      expect(sent('checkouts.resolveCheckout')).toMatchObject({ id: 'bill_1', visitor: undefined });
    });

    it('a checkout names nobody', async () => {
      answering({});
      expect((await look('/pay/bill_1')).headers['set-cookie']).toBeUndefined();
    });

    it('shows a payment to the visitor who made it, who may pay again as somebody else', async () => {
      answering({ 'checkouts.resolveCheckout': { ...aLink, payment: { ...paid, receiptUrl: 'https://p.example/r' } } });
      const page = await look('/pay/bill_1', `visitor=${visitor}`);
      for (const text of [
        'Pago',
        'R$ 123,45',
        'https://p.example/r',
        'shop.example/thanks',
        'action="/pay/bill_1/again"',
      ]) {
        expect(page.payload).toContain(text);
      }
      const again = await send('/pay/bill_1/again', {}, `visitor=${visitor}`);
      expect([again.statusCode, again.headers.location]).toEqual([303, '/pay/bill_1']);
      expect(again.headers['set-cookie']).not.toContain(visitor);
    });

    it('sends a browser that keeps no cookie to the receipt, as the page would not know it', async () => {
      answering({ 'checkouts.resolveCheckout': aLink, 'checkouts.payCheckoutByCard': { charge: paid } });
      expect((await send('/pay/bill_1/card', card)).headers.location).toBe('/receipts/card_1');
      expect((await send('/pay/bill_1/card', card, `visitor=${visitor}`)).headers.location).toBe(
        '/pay/bill_1?method=CARD&done=1',
      );
    });

    it('is one visitor throughout a request, also where the page is shown again', async () => {
      answering({ 'checkouts.resolveCheckout': aLink, 'checkouts.payCheckoutByCard': { charge: declined } });
      const page = await send('/pay/bill_1/card', card);
      const { visitor: charged } = sent('checkouts.payCheckoutByCard') as { visitor: string };
      expect(page.headers['set-cookie']).toContain(`visitor=${charged};`);
      expect(api.calls.at(-1)).toMatchObject({
        name: 'checkouts.resolveCheckout',
        request: { id: 'bill_1', visitor: charged },
      });
    });
  });

  it.each([
    ['PIX', aCharge, 'pix_char_1'],
    ['BOLETO', aBoleto, 'char_1'],
    ['CARD', undefined, undefined],
  ])('the simulate button pays by the method that is shown: %s', async (method, charge, chargeId) => {
    answering({ 'checkouts.simulateCheckoutPayment': { checkout: aPaidCheckout, payments: [] } });
    const fields = charge === undefined ? {} : { charge: charge.id };
    const response = await send(`/pay/bill_1/simulate?method=${method}`, fields);
    expect([response.statusCode, response.headers.location]).toEqual([303, `/pay/bill_1?method=${method}&done=1`]);
    expect(sent('checkouts.simulateCheckoutPayment')).toMatchObject({
      id: 'bill_1',
      method: `PAYMENT_METHOD_${method}`,
      chargeId,
    });
  });
});
