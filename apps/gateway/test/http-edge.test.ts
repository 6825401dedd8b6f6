import type { Api } from '../src/http/edge/api';
import { asKey, testApi } from './test-api';
import { databaseAway, edgeCalls, routes } from './edge-routes';

describe('the HTTP edge', () => {
  let app: Api;
  beforeAll(async () => {
    app = await testApi(routes);
  });
  afterAll(async () => {
    await app.close();
    await databaseAway.destroy();
  });

  const { post, text } = edgeCalls(() => app);
  const email = 'ana@example.com';

  describe('keys and permissions', () => {
    it('answers 401 in each envelope without a key, with another scheme, and with a wrong key', async () => {
      const missing = 'Token de autenticação inválido ou ausente.';
      const wrong = 'Invalid or inactive API key';
      const cases = [
        [undefined, missing],
        ['Basic YTpi', missing],
        ['Bearer', missing],
        ['Bearer nope', wrong],
      ] as const;
      for (const [authorization, error] of cases) {
        const headers = authorization === undefined ? {} : { authorization };
        const v2 = await app.inject({ url: '/v2/get?id=1', headers });
        expect([v2.statusCode, v2.json()]).toMatchObject([401, { data: null, success: false, error }]);
        const v1 = await app.inject({ url: '/v1/get?id=1', headers });
        expect([v1.statusCode, v1.json()]).toMatchObject([401, { data: null, error, message: error }]);
      }
    });

    it('answers 403 that names the missing permission', async () => {
      const response = await app.inject({
        method: 'POST',
        url: '/v2/echo',
        payload: { email },
        headers: asKey('reader'),
      });
      expect([response.statusCode, response.json().error]).toEqual([
        403,
        'Insufficient permissions. Missing permission: CUSTOMER:CREATE',
      ]);
      expect((await app.inject({ url: '/v2/get?id=1', headers: asKey('reader') })).statusCode).toBe(200);
    });

    it('refuses a key before it looks at the body', async () => {
      const response = await app.inject({
        method: 'POST',
        url: '/v2/echo',
        payload: '{"a":',
        headers: { 'content-type': 'application/json' },
      });
      expect(response.statusCode).toBe(401);
    });

    it('does not start with a route that declares no permission', async () => {
      await expect(testApi((scope) => void scope.get('/open', {}, () => 'x'))).rejects.toThrow(
        'route GET /v1/open declares no permission',
      );
    });
  });

  it('answers 404 for an unknown route in the envelope of its prefix, with or without a key', async () => {
    const get = async (url: string) => (await app.inject({ url })).json<unknown>();
    const code = 'ROUTE_NOT_FOUND';
    expect(await get('/v2/nope?key=secret')).toEqual({
      data: null,
      success: false,
      error: 'Route GET:/v2/nope not found',
      code,
    });
    const v1 = 'Route GET:/v1/nope not found';
    expect(await get('/v1/nope')).toEqual({ data: null, error: v1, message: v1, code });
    const malformed = await text('/v2/nope', '{"a":', 'application/json');
    expect([malformed.statusCode, malformed.json().error]).toEqual([404, 'Route POST:/v2/nope not found']);
    expect(await get('/nope')).toEqual({ data: null, error: 'Route GET:/nope not found', code });
  });

  it('answers a path that cannot be decoded with 400 in the envelope of its prefix', async () => {
    const response = await app.inject({ url: '/v2/%zz' });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { data: null, success: false, error: 'The path of the request is not valid', code: 'INVALID_REQUEST' },
    ]);
    expect(response.headers['x-request-id']).toMatch(/^req_/);
  });

  it('maps kinds and reasons to statuses, and tells nothing of a bug but the request id', async () => {
    const statuses = {
      INVALID_ARGUMENT: 400,
      FAILED_PRECONDITION: 400,
      NOT_FOUND: 404,
      ALREADY_EXISTS: 409,
      ABORTED: 409,
      reused: 422,
    };
    for (const [kind, status] of Object.entries(statuses)) {
      const response = await app.inject({ url: `/v2/fails/${kind}`, headers: asKey('full') });
      expect([response.statusCode, response.json().error]).toEqual([status, 'As said.']);
    }
    const headers = { ...asKey('full'), 'x-request-id': 'r-1' };
    for (const [kind, status] of [
      ['UNAVAILABLE', 503],
      ['DEADLINE_EXCEEDED', 504],
    ] as const) {
      const response = await app.inject({ url: `/v2/fails/${kind}`, headers });
      expect([response.statusCode, response.json().error]).toEqual([status, 'As said (request r-1).']);
    }
    const busy = await app.inject({ url: '/v2/fails/database', headers });
    expect([busy.statusCode, busy.json().error]).toEqual([503, 'The service is busy; try again (request r-1).']);
    const bug = await app.inject({ url: '/v2/fails/bug', headers });
    expect([bug.statusCode, bug.json().error]).toEqual([500, 'Something went wrong on our side (request r-1).']);
  });

  it('says that the outcome is unknown when the database fails after a part of the request is done, but not to a GET', async () => {
    const late = await post('/v2/fails-late', { email });
    expect([late.statusCode, late.json()]).toMatchObject([503, { code: 'DATABASE_OUTCOME_UNKNOWN' }]);
    const read = await app.inject({ url: '/v2/fails-late', headers: asKey('full') });
    expect([read.statusCode, read.json()]).toMatchObject([503, { code: 'DATABASE_BUSY' }]);
    const next = await post('/v2/echo', { email });
    expect(next.statusCode).toBe(200);
  });

  describe('headers', () => {
    it('keeps a sane request id of the caller and replaces any other', async () => {
      const id = async (given?: string) =>
        (
          await app.inject({
            url: '/v2/get?id=a',
            headers: { ...asKey('full'), ...(given && { 'x-request-id': given }) },
          })
        ).headers['x-request-id'];
      expect(await id('order-7.a:b')).toBe('order-7.a:b');
      expect(await id()).toMatch(/^req_[0-9A-Za-z]{24}$/);
      expect(await id('a b')).toMatch(/^req_/);
      expect(await id('x'.repeat(129))).toMatch(/^req_/);
      const unauthorised = await app.inject({ url: '/v2/get', headers: { 'x-request-id': 'mine' } });
      expect(unauthorised.headers['x-request-id']).toBe('mine');
    });

    it('announces the end of v1 on every v1 response and on no v2 response', async () => {
      for (const url of ['/v1/get?id=a', '/v1/get', '/v1/nope']) {
        const { headers } = await app.inject({ url, headers: asKey('full') });
        expect(headers['deprecation']).toBe('@1767225600');
        expect(headers['sunset']).toBe('Wed, 01 Mar 2028 00:00:00 GMT');
        expect(headers['link']).toBe('<https://pitanga.example/docs>; rel="successor-version"');
      }
      expect(
        (await app.inject({ url: '/v2/get?id=a', headers: asKey('full') })).headers['deprecation'],
      ).toBeUndefined();
    });
  });

  describe('Idempotency-Key', () => {
    const keyed = (key: string, url = '/v2/keyed', body: object = {}) => post(url, body, { 'idempotency-key': key });

    it('becomes key, operation and a fingerprint that any difference changes', async () => {
      const context = async (url: string, body: object) =>
        (await keyed('k', url, body)).json().idempotency as Record<string, string>;
      const first = await context('/v2/keyed?a=1', { b: { x: 1, y: 2 } });
      expect(first).toEqual({
        key: 'k',
        operation: 'POST /v2/keyed',
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(await context('/v2/keyed?a=1', { b: { y: 2, x: 1 } })).toEqual(first);
      for (const [url, body] of [
        ['/v2/keyed?a=2', { b: { x: 1, y: 2 } }],
        ['/v2/keyed?a=1', { b: { x: 1, y: 3 } }],
        ['/v1/keyed?a=1', { b: { x: 1, y: 2 } }],
      ] as const) {
        expect((await context(url, body)).fingerprint).not.toBe(first.fingerprint);
      }
    });

    it('is refused when it is not 1 to 255 printable characters', async () => {
      for (const key of ['', 'x'.repeat(256), 'a\tb', 'ação']) {
        const response = await keyed(key);
        expect([response.statusCode, response.json().error]).toEqual([
          400,
          'Idempotency-Key should have 1 to 255 printable characters',
        ]);
      }
      expect((await keyed('x'.repeat(255))).statusCode).toBe(200);
    });

    it('marks a replayed answer and no other', async () => {
      expect((await keyed('seen')).headers['idempotent-replayed']).toBe('true');
      expect((await keyed('new')).headers['idempotent-replayed']).toBeUndefined();
    });
  });
});

describe('rate limits', () => {
  const count = (seen: number) => (_keyId: string, limit: number) =>
    Promise.resolve({ limit, remaining: Math.max(0, limit - seen), resetSeconds: 1, isExceeded: seen > limit });

  it('announces the allowance on every response and refuses what exceeds it with 429', async () => {
    const app = await testApi(routes, {
      callers: { store: { rateLimitPerSecond: 5 }, standard: { rateLimitPerSecond: undefined } },
      count: count(6),
    });
    const refused = await app.inject({ url: '/v2/get?id=a', headers: asKey('store') });
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'Rate limit of 5 requests per second exceeded']);
    expect(refused.headers).toMatchObject({
      'ratelimit-limit': '5',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
      'retry-after': '1',
    });
    const passed = await app.inject({ url: '/v2/get?id=a', headers: asKey('standard') });
    expect(passed.statusCode).toBe(200);
    expect(passed.headers).toMatchObject({
      'ratelimit-limit': '100',
      'ratelimit-remaining': '94',
      'ratelimit-reset': '1',
    });
    const invalid = await app.inject({ url: '/v2/get', headers: asKey('standard') });
    expect([invalid.statusCode, invalid.headers['ratelimit-limit']]).toEqual([400, '100']);
    await app.close();
  });

  it('does not count the keys of a store whose limit is 0', async () => {
    const app = await testApi(routes, { count: () => Promise.reject(new Error('counted')) });
    const response = await app.inject({ url: '/v2/get?id=a', headers: asKey('full') });
    expect([response.statusCode, response.headers['ratelimit-limit']]).toEqual([200, undefined]);
    await app.close();
  });
});
