import { failedPrecondition, notFound, unavailable } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aCharge, aCheckout, aPaidCheckout } from './messages';
import { wholeApi } from './whole-api';

const tenant = { storeId: 'store_1', devMode: true };
const resolved = { tenant, checkout: aCheckout, merchantName: 'Loja & Cia' };

describe('the public pages', () => {
  const api = startBeforeAll(wholeApi);

  it('a pending checkout shows merchant, items, total, QR picture, code and, in dev mode, a simulate button', async () => {
    api.answering({ 'checkouts.resolveCheckout': { ...resolved, openPix: aCharge } });
    const page = await api.get('/pay/bill_1');
    expect(page.statusCode).toBe(200);
    for (const text of [
      'Loja &amp; Cia',
      '2 × &lt;script&gt;Livro',
      'R$ 20,00',
      'Aguardando pagamento',
      '<code class="code">00020126PIX</code>',
      'src="data:image/png;base64,cG5n"',
      'action="/pay/bill_1/simulate"',
      'href="https://shop.example/back?a=1&amp;b=&quot;2&quot;"',
    ]) {
      expect(page.text).toContain(text);
    }
  });

  it('runs no script where nothing is awaited, and loads nothing from elsewhere', async () => {
    api.answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: aPaidCheckout } });
    const page = await api.get('/pay/bill_1');
    expect(page.text).not.toContain('<script');
    expect(page.headers['content-security-policy']).not.toContain('script-src');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' data:; form-action 'self'/,
    );
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it('a production checkout offers no simulation', async () => {
    const checkout = { ...aCheckout, devMode: false };
    api.answering({
      'checkouts.resolveCheckout': { ...resolved, checkout, tenant: { ...tenant, devMode: false } },
    });
    expect((await api.get('/pay/bill_1')).text).not.toContain('simulate');
  });

  it('says when the Pix charge cannot be opened, and waits for the payer to try again', async () => {
    api.answering({
      'checkouts.resolveCheckout': resolved,
      'checkouts.openCheckoutPix': () => {
        throw unavailable('Provider for PIX is not configured for this store', 'PROVIDER_NOT_CONFIGURED');
      },
    });
    const { statusCode, headers } = await api.post('/pay/bill_1/pix');
    const page = await api.get(String(headers['location']));
    expect([statusCode, page.text.includes('não está disponível agora')]).toEqual([303, true]);
    expect([page.text.includes('Gerar código Pix'), page.text.includes('data-send')]).toEqual([true, false]);
  });

  it.each([
    ['CHECKOUT_STATUS_EXPIRED', 'Expirado'],
    ['CHECKOUT_STATUS_CANCELLED', 'Cancelado'],
    ['CHECKOUT_STATUS_REFUNDED', 'Reembolsado'],
  ])('%s reads %s and opens no charge', async (status, text) => {
    api.answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: { ...aCheckout, status } } });
    const page = await api.get('/pay/bill_1');
    expect([page.statusCode, page.text.includes(text), api.calls.length]).toEqual([200, true, 1]);
  });

  it('a paid checkout links to the receipt and back to the shop', async () => {
    api.answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: aPaidCheckout } });
    const page = await api.get('/pay/bill_1');
    expect(page.text).toContain('href="https://pitanga.example/receipts/pix_char_1"');
    expect(page.text).toContain('href="https://shop.example/thanks"');
    expect(page.text).not.toContain('simulate');
  });

  it('the simulate button pays by Pix and comes back to the page', async () => {
    api.answering({
      'checkouts.resolveCheckout': resolved,
      'checkouts.simulateCheckoutPayment': { checkout: aPaidCheckout, payments: [] },
    });
    const response = await api.app.inject({
      method: 'POST',
      url: '/pay/bill_1/simulate',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
    expect([response.statusCode, response.headers.location]).toEqual([303, '/pay/bill_1?done=1']);
    expect(api.calls[1]?.request).toMatchObject({ tenant, id: 'bill_1', method: 'PAYMENT_METHOD_PIX' });
  });

  it('a refused simulation leads back to the page', async () => {
    api.answering({
      'checkouts.resolveCheckout': resolved,
      'checkouts.simulateCheckoutPayment': () => {
        throw failedPrecondition('no', 'NOT_DEV');
      },
    });
    const page = await api.post('/pay/bill_1/simulate');
    expect([page.statusCode, page.headers['location']]).toEqual([303, '/pay/bill_1?notice=TRY_AGAIN']);
  });

  it.each(['/pay/%00', '/receipts/%00', '/pay/a%27b', `/pay/${'x'.repeat(65)}`])(
    '%s, which no id can be, is not found and asks no service',
    async (url) => {
      api.answering({});
      const page = await api.get(url);
      expect([page.statusCode, page.text.includes('Não encontramos esta página'), api.calls]).toEqual([404, true, []]);
    },
  );

  it('a charge that is not paid has no receipt, like an id that does not exist', async () => {
    api.answering({
      'charges.resolveCharge': { tenant, charge: aCharge, merchantName: 'Loja', files: [] },
      'checkouts.resolveCheckout': () => {
        throw notFound('Cobrança não encontrada.');
      },
    });
    for (const url of ['/receipts/pix_char_1', '/pay/bill_404']) {
      const page = await api.get(url);
      expect([page.statusCode, page.text.includes('Não encontramos esta página')]).toEqual([404, true]);
    }
  });
});
