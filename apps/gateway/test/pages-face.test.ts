import { startBeforeAll } from '@pitanga/testing';
import { aCheckout, aPaidCheckout } from './messages';
import { wholeApi } from './whole-api';

const tenant = { storeId: 'store_1', devMode: true };
const resolved = { tenant, checkout: aCheckout, merchantName: 'Loja & Cia' };
const branding = {
  displayName: 'Livros da Ana',
  logoUrl: 'https://cdn.example/logo.png?a=1&b=2',
  color: '#0a4d7d',
  supportEmail: 'ajuda@livros.example',
};

describe('a payment page of a store with a face', () => {
  const api = startBeforeAll(() => wholeApi({ branding }));
  beforeEach(() => api.answering({ 'checkouts.resolveCheckout': resolved }));

  it('shows its name, logo, colour and support address, and its policy allows just that', async () => {
    const { text, headers } = await api.get('/pay/bill_1');
    expect(text).toContain('<h1>Livros da Ana</h1>');
    expect(text).toContain('src="https://cdn.example/logo.png?a=1&amp;b=2" alt=""');
    expect(text).toContain(':root{--brand:#0a4d7d}');
    expect(text).toContain('<a href="mailto:ajuda@livros.example">');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/style-src 'sha256-[^']+' 'sha256-[^']+';/);
    expect(policy).toContain("img-src 'self' data: https:;");
  });

  it('speaks English to an English browser, and offers Portuguese', async () => {
    const { body: text, headers } = await api.app.inject({
      url: '/pay/bill_1',
      headers: { 'accept-language': 'en-US' },
    });
    for (const part of [
      '<html lang="en">',
      'R$20.00',
      'Create Pix code',
      'href="/pay/bill_1?lang=pt-BR" lang="pt-BR"',
    ]) {
      expect(text).toContain(part);
    }
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('keeps a language that was chosen', async () => {
    const { text, headers } = await api.get('/pay/bill_1?lang=en');
    expect([text.includes('<html lang="en">'), headers['set-cookie']]).toEqual([
      true,
      'lang=en; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure',
    ]);
  });

  it('says in English what is wrong with a form', async () => {
    const headers = { 'accept-language': 'en', 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await api.app.inject({ method: 'POST', url: '/pay/bill_1/coupons', headers, payload: 'coupon=%20' });
    const page = await api.app.inject({ url: String(sent.headers.location), headers });
    expect([sent.statusCode, page.body.includes('Check the coupon code.')]).toEqual([303, true]);
  });

  it.each(['br', 'gzip'])('is sent compressed (%s), in less than half of its size', async (encoding) => {
    api.answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: aPaidCheckout } });
    const plain = await api.app.inject({ url: '/pay/bill_1' });
    const sent = await api.app.inject({ url: '/pay/bill_1', headers: { 'accept-encoding': encoding } });
    expect([sent.headers['content-encoding'], sent.statusCode]).toEqual([encoding, 200]);
    expect(sent.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });
});
