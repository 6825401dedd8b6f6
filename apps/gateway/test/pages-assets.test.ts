import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { startBeforeAll } from '@pitanga/testing';
import { pageModuleAsset } from '../src/http/pages/assets/assets';
import { aCharge, aCheckout } from './messages';
import { wholeApi } from './whole-api';

const tenant = { storeId: 'store_1', devMode: true };
const methods = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_BOLETO'];
const resolved = { tenant, checkout: { ...aCheckout, methods }, merchantName: 'Loja', knowsPayer: false };
const { path, plain } = pageModuleAsset;

describe('the module of the pages', () => {
  const api = startBeforeAll(wholeApi);

  const load = (accepted: string, url = path) =>
    api.app.inject({ method: 'GET', url, headers: { 'accept-encoding': accepted } });

  it('is kept for good under its address, in the shortest form that the browser takes', async () => {
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['br;q=0, gzip;q=0.8', 'gzip', gunzipSync],
      ['identity', undefined, (body: Buffer) => body],
    ] as const) {
      const { statusCode, headers, rawPayload } = await load(accepted);
      expect([statusCode, headers['content-encoding'], headers['vary']]).toEqual([200, encoding, 'accept-encoding']);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(unpack(rawPayload).equals(plain)).toBe(true);
    }
  });

  it('is not there under the address of another version, and that is not kept', async () => {
    for (const url of ['/assets/page-0000000000000000.js', '/assets/..%2Fmain.js', '/assets/x']) {
      const { statusCode, headers } = await load('br', url);
      expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
    }
  });

  it('has at most 10 kB, and each page at most 15 kB with it not counted', async () => {
    expect(gzipSync(plain, { level: 9 }).length).toBeLessThanOrEqual(10_000);
    api.answering({ 'checkouts.resolveCheckout': { ...resolved, openPix: aCharge } });
    for (const method of ['PIX', 'CARD', 'BOLETO']) {
      const page = await load('gzip', `/pay/bill_1?method=${method}&pix=1`);
      expect(page.headers['content-encoding']).toBe('gzip');
      expect(page.rawPayload.length).toBeLessThanOrEqual(15_000);
    }
  });
});
