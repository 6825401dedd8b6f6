import { startBeforeAll } from '@pitanga/testing';
import { billing, line } from './billing-body';
import { wholeApi } from './whole-api';

describe('a description of v1', () => {
  const api = startBeforeAll(wholeApi);
  const long = `${'é'.repeat(499)}😀 and more`;

  it.each([
    ['a product', '/v1/billing/create', { ...billing, products: [{ ...line, description: long }] }],
    ['a Pix QR code', '/v1/pixQrCode/create', { amount: 500, description: long }],
  ])('of %s is cut and never refused for its length', async (_what, path, body) => {
    api.answering({});
    await api.post(path, body);
    const kept = Array.from(long).slice(0, 500).join('');
    expect(JSON.stringify(api.calls.map(({ request }) => request))).toContain(JSON.stringify(kept));
  });
});
