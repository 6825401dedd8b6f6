import { testTimeoutMs } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import { clientOf, type Answer, type CallOptions, type Client } from './api';
import { joinPlatform } from './use-platform';

/** One clear sentence, the envelope of the version, and nothing of the inside. */
function expectClearError({ json, text }: Answer, version: 'v1' | 'v2'): void {
  expect(json).toMatchObject({ data: null, error: expect.any(String) });
  if (version === 'v2') expect(json.success).toBe(false);
  else expect(json.message).toBe(json.error);
  expect(json.error.length).toBeGreaterThan(5);
  expect(text).not.toMatch(/\bat .*\.(js|ts):\d|node_modules|select |SELECT |stack/);
}

describe('bad input', () => {
  let platform: SharedPlatform;
  let api: Client;

  beforeAll(async () => {
    platform = await joinPlatform();
    api = clientOf(platform.demo);
  }, 2 * testTimeoutMs);

  const pix = (data: unknown): unknown => ({ method: 'PIX', data });
  const posts: [string, string, unknown, CallOptions, number][] = [
    ['malformed JSON', '/v2/customers/create', undefined, { raw: '{"a":' }, 400],
    ['malformed JSON in v1', '/v1/customer/create', undefined, { raw: '{"a":' }, 400],
    ['JSON that is no object', '/v2/customers/create', undefined, { raw: '[1]' }, 400],
    ['an empty body', '/v2/customers/create', undefined, { raw: '' }, 400],
    [
      'a body that is not JSON',
      '/v2/customers/create',
      undefined,
      { raw: 'a=1', headers: { 'content-type': 'text/plain' } },
      415,
    ],
    ['a body over 1 MiB', '/v2/customers/create', { email: 'a@example.com', name: 'x'.repeat(1_100_000) }, {}, 413],
    ['a number for a string', '/v2/customers/create', { email: 5 }, {}, 400],
    ['an unknown field of a customer', '/v2/customers/create', { email: 'a@example.com', hacker: 1 }, {}, 400],
    ['an e-mail that is none', '/v2/customers/create', { email: 'nope' }, {}, 400],
    ['a wrong tax id', '/v2/customers/create', { email: 'a@example.com', taxId: '11111111111' }, {}, 400],
    ['metadata that is no object', '/v2/customers/create', { email: 'a@example.com', metadata: [] }, {}, 400],
    ['no amount', '/v2/transparents/create', pix({}), {}, 400],
    ['an amount as text', '/v2/transparents/create', pix({ amount: '100' }), {}, 400],
    ['half a centavo', '/v2/transparents/create', pix({ amount: 100.5 }), {}, 400],
    ['too little', '/v2/transparents/create', pix({ amount: 99 }), {}, 400],
    ['too much', '/v2/transparents/create', pix({ amount: 10_000_000_000 }), {}, 400],
    ['a method that does not exist', '/v2/transparents/create', { method: 'CASH', data: { amount: 100 } }, {}, 400],
    ['half a customer', '/v2/transparents/create', pix({ amount: 100, customer: { name: 'Ana' } }), {}, 400],
    [
      'ensureSameTaxId without a customer',
      '/v2/transparents/create',
      pix({ amount: 100, ensureSameTaxId: true }),
      {},
      400,
    ],
    ['an expiry of no second', '/v1/pixQrCode/create', { amount: 100, expiresIn: 0 }, {}, 400],
    ['a checkout without items', '/v2/checkouts/create', { items: [] }, {}, 400],
    ['a product that does not exist', '/v2/checkouts/create', { items: [{ id: 'prod_x', quantity: 1 }] }, {}, 404],
    ['an id with SQL in it', `/v2/transparents/simulate-payment?id=${encodeURIComponent("x' or '1'='1")}`, {}, {}, 404],
    [
      'an idempotency key with a line break in it',
      '/v2/customers/create',
      { email: 'a@example.com' },
      { headers: { 'idempotency-key': 'ç'.repeat(2) } },
      400,
    ],
    ['an unknown route', '/v2/nothing/here', {}, {}, 404],
    [
      'a webhook that points inside',
      '/v2/webhooks/create',
      { name: 'x', endpoint: 'http://10.0.0.1/', events: ['checkout.completed'] },
      {},
      400,
    ],
    [
      'a webhook for no event',
      '/v2/webhooks/create',
      { name: 'x', endpoint: 'https://example.com/', events: ['nope'] },
      {},
      400,
    ],
  ];
  it.each(posts)('%s is refused: POST %s', async (_what, path, body, options, status) => {
    const answer = await api.post(path, body, options);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
    expectClearError(answer, path.startsWith('/v1') ? 'v1' : 'v2');
  });

  const gets: [string, string, number][] = [
    ['no key to look for', '/v2/checkouts/get', 400],
    ['no key to look for', '/v2/customers/get', 400],
    ['an id with SQL in it', `/v2/customers/get?id=${encodeURIComponent("' or 1=1 --")}`, 404],
    ['a NUL byte', '/v2/customers/get?id=%00', 400],
    ['a limit of nothing', '/v2/customers/list?limit=0', 400],
    ['a limit over 100', '/v2/customers/list?limit=101', 400],
    ['both cursors', '/v2/customers/list?after=cust_a&before=cust_b', 400],
    ['a cursor of another kind', '/v2/customers/list?after=prod_000000000000000000000000', 400],
    ['a day that does not exist', '/v2/customers/list?startDate=2025-02-30', 400],
    ['a day before 2024', '/v2/customers/list?startDate=2023-12-31', 400],
    ['days in the wrong order', '/v2/customers/list?startDate=2025-02-02&endDate=2025-02-01', 400],
    ['a status that does not exist', '/v2/transparents/list?status=NOPE', 400],
  ];
  it.each(gets)('%s is refused: GET %s', async (_what, path, status) => {
    const answer = await api.get(path);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
    expectClearError(answer, 'v2');
  });

  it.each([
    ['no header', null, {}, 'Token de autenticação inválido ou ausente.'],
    ['another scheme', null, { authorization: 'Basic abc' }, 'Token de autenticação inválido ou ausente.'],
    ['a wrong key', 'pit_dev_nope', {}, 'Invalid or inactive API key'],
  ])('a call with %s is 401', async (_what, key, headers, text) => {
    const answer = await api.get('/v2/customers/list', { key, headers });
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ data: null, success: false, error: text });
  });

  it('a public key opens nothing but the card form', async () => {
    expect((await api.get('/v2/customers/list', { key: platform.demo.publicKey })).status).toBe(401);
  });

  it('every answer names its request', async () => {
    expect((await api.get('/v2/customers/list')).headers.get('x-request-id')).toMatch(/./);
    const answer = await api.get('/v2/customers/list', { headers: { 'x-request-id': 'mine-1' } });
    expect(answer.headers.get('x-request-id')).toBe('mine-1');
  });
});
