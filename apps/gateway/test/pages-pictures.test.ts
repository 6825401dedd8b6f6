import jsQR from 'jsqr';
import { startBeforeAll } from '@pitanga/testing';
import { aCharge, aCheckout, aPaidCharge, aSubscriptionCheckout } from './messages';
import { wholeApi } from './whole-api';

const tenant = { storeId: 'store_1', devMode: true };
const resolved = { tenant, checkout: aCheckout, merchantName: 'Loja & Cia' };
const brCode =
  '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4';

/** The text of a QR code drawn as SVG, read by an independent reader at four pixels a module. */
function readSvg(svg: string): string | undefined {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) * 4;
  const rgba = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row += 1) {
      for (let column = Number(x) * 4; column < (Number(x) + Number(width)) * 4; column += 1) {
        rgba.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return jsQR(rgba, side, side)?.data;
}

describe('pictures of the pages', () => {
  const api = startBeforeAll(wholeApi);

  it('the open Pix code is a picture that a reader reads, sandboxed and kept by no cache', async () => {
    const openPix = { ...aCharge, pix: { ...aCharge.pix, brCode } };
    api.answering({ 'checkouts.resolveCheckout': { ...resolved, openPix } });
    const { text, headers } = await api.get('/pay/bill_1/qr.svg');
    expect(readSvg(text)).toBe(brCode);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(text.length).toBeLessThan(20_000);
  });

  it.each([
    ['there is no code', {}],
    ['it is paid', { openPix: aPaidCharge }],
  ])('no picture is there where %s, and none is made', async (_name, answer) => {
    api.answering({ 'checkouts.resolveCheckout': { ...resolved, ...answer } });
    expect((await api.get('/pay/bill_1/qr.svg')).statusCode).toBe(404);
    expect(api.calls.map(({ name }) => name)).toEqual(['checkouts.resolveCheckout']);
  });

  it("the page's own address is a picture that a reader reads, and the look makes no visitor", async () => {
    api.answering({ 'checkouts.resolveCheckout': resolved });
    const { text, headers } = await api.get('/pay/bill_1/address.svg');
    expect(readSvg(text)).toBe(aCheckout.url);
    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'no-store' });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('every page names its icon, and its policy lets it in', async () => {
    api.answering({ 'checkouts.resolveCheckout': resolved });
    for (const url of ['/', '/pay/bill_1']) {
      const { text, headers } = await api.get(url);
      expect([url, text.includes('<link rel="icon" href="/favicon.ico" sizes="48x48" />')]).toEqual([url, true]);
      expect(headers['content-security-policy']).toMatch(/img-src 'self' data:/);
    }
  });

  it.each([
    ['/favicon.ico', 'image/x-icon', 22, 2_000],
    ['/og.png', 'image/png', 0, 20_000],
  ])('%s is a PNG that never changes', async (url, type, start, bytesMax) => {
    const { rawPayload, headers, statusCode } = await api.app.inject({ url });
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      type,
      'public, max-age=31536000, immutable',
    ]);
    expect(rawPayload.subarray(start, start + 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect(rawPayload.length).toBeLessThan(bytesMax);
  });
});

describe('what a chat shows of a payment page', () => {
  const headOf = (text: string): string => text.split('<body>')[0] ?? '';

  it('is merchant, amount, methods and our picture', async () => {
    const api = await wholeApi();
    api.answering({ 'checkouts.resolveCheckout': resolved });
    const head = headOf((await api.get('/pay/bill_1')).text);
    for (const tag of [
      '<meta property="og:title" content="Loja &amp; Cia: R$ 20,00" />',
      '<meta property="og:description" content="Forma de pagamento: Pix, Cartão" />',
      '<meta property="og:image" content="https://pitanga.example/og.png" />',
    ]) {
      expect(head).toContain(tag);
    }
    await api.app.close();
  });

  it('is the price of a cycle in the language of the visit, and the logo of a store that has one', async () => {
    const api = await wholeApi({ branding: { logoUrl: 'https://cdn.example/logo.png' } });
    const items = [{ ...aCheckout.items[0], cycle: 'BILLING_CYCLE_MONTHLY' }];
    api.answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: { ...aSubscriptionCheckout, items } } });
    const head = headOf((await api.get('/pay/bill_1?lang=en')).text);
    expect(head).toContain('content="Loja &amp; Cia: R$20.00 per month"');
    expect(head).toContain('<meta property="og:image" content="https://cdn.example/logo.png" />');
    await api.app.close();
  });
});
