import { cents, notFound } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { formatMoney } from '../src/http/pages/words/formats';
import { noBranding } from '../src/stores/branding';
import { defaultSettings, newProfile } from '../src/stores/store';
import { aPaymentLink, aProduct } from './messages';
import { caller, wholeApi } from './whole-api';

const saved = {
  ...newProfile('Loja & Cia', 'https://loja.example'),
  ...defaultSettings,
  id: caller.tenant.storeId,
  status: 'ACTIVE',
  branding: { ...noBranding, color: '#7a0026', supportEmail: 'ajuda@loja.example' },
};
const product = { ...aProduct, id: 'prod_1', name: 'Café <torrado>', priceCents: 3_490, cycle: undefined };

describe('the preview of a payment page', () => {
  const api = startBeforeAll(wholeApi);

  const preview = async (body: object, store: object = saved): Promise<string> => {
    const cardPrice = { installmentCount: 1, amountCents: 7_296, surchargeCents: 316, firstInstallmentCents: 7_296 };
    api.answering({
      'stores.get': store,
      'products.getProduct': { product },
      'checkouts.getCardPrices': { cardPrices: [cardPrice] },
    });
    const { statusCode, json } = await api.post('/v2/payment-pages/preview', body);
    expect([statusCode, (json as { error: string | null }).error]).toEqual([200, null]);
    return (json as { data: { html: string } }).data.html;
  };

  it('shows names, prices and the sum as they are now, escaped, and asks for nothing else', async () => {
    const html = await preview({ items: [{ id: 'prod_1', quantity: 2 }] });
    expect(html).toContain('2 × Café &lt;torrado&gt;');
    expect(html).toContain('<p class="total">R$ 69,80</p>');
    expect(html).toContain('Loja &amp; Cia');
    expect(api.calls.map(({ name }) => name).sort()).toEqual(['products.getProduct', 'stores.get']);
  });

  it('asks billing what a card costs whose payer pays the fee, and shows it', async () => {
    const card = { maxInstallments: 3, passFeesToCustomer: true };
    const html = await preview({ items: [{ id: 'prod_1', quantity: 2 }], method: 'CARD', card });
    expect([html.includes('com R$ 3,16 de acréscimo'), html.includes('Pagar R$ 72,96')]).toEqual([true, true]);
    const asked = api.calls.find(({ name }) => name === 'checkouts.getCardPrices')?.request;
    expect(asked).toEqual({ tenant: caller.tenant, amountCents: 6_980, maxInstallments: 3 });
  });

  it('loads no script and leaves for nowhere', async () => {
    for (const method of ['PIX', 'CARD', 'BOLETO']) {
      const html = await preview({ methods: ['PIX', 'CARD', 'BOLETO'], method });
      expect(html).not.toMatch(/<script|http-equiv="refresh"/);
      expect(html).not.toContain('(scripting: none)');
      expect(html).toContain('aria-current="page"');
    }
  });

  it('shows the brand that is given in place of the saved one, and keeps the rest', async () => {
    const html = await preview({ branding: { displayName: 'Empório', color: '#0B5FFF' } });
    expect(html).toContain('<h1>Empório</h1>');
    expect(html).toContain('--brand:#0b5fff');
    expect(html).toContain('ajuda@loja.example');
  });

  it('shows the page without a part of the brand that is null', async () => {
    const html = await preview({ branding: { color: null, supportEmail: null } });
    expect(html).not.toContain('--brand:#7a0026');
    expect(html).not.toContain('ajuda@loja.example');
  });

  it('refuses a colour that the store could not keep', async () => {
    api.answering({ 'stores.get': saved });
    const { statusCode, json } = await api.post('/v2/payment-pages/preview', { branding: { color: '#ffd54a' } });
    expect(statusCode).toBe(400);
    expect(json).toMatchObject({ error: expect.stringContaining('should be darker') as unknown });
  });

  it('asks who pays where the store wants to know, and not of a customer', async () => {
    const asked = { methods: ['CARD'], payerFields: { cellphone: 'REQUIRED' } };
    expect(await preview(asked)).toContain('name="cellphone"');
    expect(await preview({ ...asked, customerId: 'cust_1' })).not.toContain('name="cellphone"');
  });

  it('offers what the store offers, in its order', async () => {
    const store = { ...saved, methods: { dev: ['PIX', 'BOLETO'], prod: [] } };
    const html = await preview({ methods: ['CARD', 'BOLETO', 'PIX'] }, store);
    expect(html).toMatch(/<nav[^]*>Pix<[^]*>Boleto<[^]*<\/nav>/);
    expect(html).not.toContain('>Cartão<');
  });

  it("shows what a link sells at the link's prices", async () => {
    api.answering({ 'stores.get': saved, 'checkouts.getCheckout': { checkout: aPaymentLink, payments: [] } });
    const { json } = await api.post('/v2/payment-pages/preview', { paymentLinkId: 'bill_1' });
    const total = formatMoney(cents(aPaymentLink.amountCents), 'pt-BR');
    expect((json as { data: { html: string } }).data.html).toContain(`<p class="total">${total}</p>`);
    const both = await api.post('/v2/payment-pages/preview', { paymentLinkId: 'bill_1', items: [{ id: 'a' }] });
    expect(both.statusCode).toBe(400);
  });

  it('is 404 with a product that does not exist, by id or by externalId', async () => {
    const absent = () => {
      throw notFound('Product not found');
    };
    api.answering({ 'stores.get': saved, 'products.getProduct': absent });
    for (const id of ['prod_none', 'caneca']) {
      expect((await api.post('/v2/payment-pages/preview', { items: [{ id }] })).statusCode).toBe(404);
    }
    expect(api.calls.filter(({ name }) => name === 'products.getProduct').map(({ request }) => request)).toEqual([
      { tenant: caller.tenant, id: 'prod_none' },
      { tenant: caller.tenant, externalId: 'caneca' },
    ]);
  });

  it('needs the permission to read a link for what the link sells, and for nothing else', async () => {
    const key = 'without-CHECKOUT-READ';
    api.answering({ 'stores.get': saved, 'checkouts.getCheckout': { checkout: aPaymentLink, payments: [] } });
    const refused = await api.post('/v2/payment-pages/preview', { paymentLinkId: 'bill_1' }, key);
    expect([refused.statusCode, refused.json]).toMatchObject([403, { code: 'PERMISSION_MISSING' }]);
    expect(api.calls.map(({ name }) => name)).not.toContain('checkouts.getCheckout');
    expect((await api.post('/v2/payment-pages/preview', {}, key)).statusCode).toBe(200);
  });

  it('needs the permission to create checkouts', async () => {
    expect((await api.post('/v2/payment-pages/preview', {}, 'read-key')).statusCode).toBe(403);
  });
});
