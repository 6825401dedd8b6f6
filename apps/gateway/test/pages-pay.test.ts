import { startBeforeAll } from '@pitanga/testing';
import { aBoleto, aCharge, aPaidCheckout } from './messages';
import { wholeApi } from './whole-api';
import { checkout, paid, payPageCalls, resolved } from './pay-page';

describe('the payment page', () => {
  const api = startBeforeAll(wholeApi);

  const { answering, send, sent } = payPageCalls(() => api);

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

    it('installments up to the checkout’s limit, each of R$ 10 at least and the largest one shown', async () => {
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
        expect(page.text).not.toMatch(
          /<script(?! type="module" src="\/assets\/page-[0-9a-f]{16}\.js"><\/script>)| on[a-z]+=|style="/,
        );
        expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
        expect(page.headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
        expect(page.headers['cache-control']).toBe('no-store');
      }
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
