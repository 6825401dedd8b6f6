import { AppError } from '@pitanga/core';
import { connect } from '@pitanga/database';
import { Type } from 'typebox';
import type { Api, Route } from '../src/http/edge/api';
import { callContext } from '../src/http/edge/request';
import { idBody, idFrom, idQuery } from '../src/http/fields/id';
import { asKey, testApi } from './test-api';

const echoBody = Type.Object({
  email: Type.String({ format: 'email' }),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 10 })),
  description: Type.Optional(Type.String()),
  amount: Type.Optional(Type.Integer({ minimum: 100, maximum: 1000 })),
  method: Type.Optional(Type.Union([Type.Literal('PIX'), Type.Literal('CARD')])),
  items: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), quantity: Type.Integer() }), { minItems: 1, maxItems: 2 }),
  ),
  taxId: Type.Optional(Type.String({ format: 'tax-id' })),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const databaseAway = connect({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'away' });

const routes: Route = (app) => {
  const create = { permission: 'CUSTOMER:CREATE' as const };
  app.post('/echo', { config: create, schema: { body: echoBody } }, (request) => request.body);
  const strict = Type.Object({ email: Type.String() }, { additionalProperties: false });
  app.post('/strict', { config: create, schema: { body: strict } }, (request) => request.body);
  app.post('/by-id', { config: create, schema: { body: idBody, querystring: idQuery } }, (request) => ({
    id: idFrom(request),
  }));
  const query = Type.Object({ id: Type.String(), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) });
  app.get(
    '/get',
    { config: { permission: 'CUSTOMER:READ' }, schema: { querystring: query } },
    (request) => request.query,
  );
  app.post('/keyed', { config: create }, (request) => {
    const context = callContext(request);
    if (context.idempotency?.key === 'seen') context.replayed = true;
    return { ...context };
  });
  app.get('/fails/:kind', { config: { permission: 'none' } }, async (request) => {
    const { kind } = request.params as { kind: string };
    if (kind === 'bug') throw new TypeError('select * from secrets');
    if (kind === 'database') await databaseAway.raw('select 1');
    const reason = kind === 'reused' ? 'IDEMPOTENCY_KEY_REUSED' : 'WHATEVER';
    throw new AppError({
      kind: kind === 'reused' ? 'FAILED_PRECONDITION' : (kind as 'NOT_FOUND'),
      reason,
      message: 'As said.',
    });
  });
};

describe('the HTTP edge', () => {
  let app: Api;
  beforeAll(async () => {
    app = await testApi(routes);
  });
  afterAll(async () => {
    await app.close();
    await databaseAway.destroy();
  });

  const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, payload: payload as object, headers: { ...asKey('full'), ...headers } });
  const text = (url: string, payload: string, contentType: string) =>
    post(url, payload, { 'content-type': contentType });
  const errorOf = async (body: unknown) => (await post('/v2/echo', body)).json().error as string;
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

  describe('bodies', () => {
    it('takes an empty JSON body, and no body of no type, as an empty object', async () => {
      for (const contentType of ['application/json', 'application/json; charset=utf-8']) {
        expect((await text('/v2/keyed', '', contentType)).statusCode).toBe(200);
      }
      expect((await app.inject({ method: 'POST', url: '/v2/keyed', headers: asKey('full') })).statusCode).toBe(200);
      expect((await text('/v2/keyed', '', 'application/x-www-form-urlencoded')).statusCode).toBe(200);
      expect((await text('/v2/echo', '', 'application/json')).json().error).toBe("Property 'email' is missing");
    });

    it('refuses malformed JSON, a prototype key, other types and what is too large, in one sentence each', async () => {
      const cases: [string, string, number, string][] = [
        ['{"a":', 'application/json', 400, 'The request body is not valid JSON'],
        ['{"__proto__":{"a":1}}', 'application/json', 400, "Property '__proto__' is not allowed"],
        ['{"metadata":{"\\u005f_proto__":1}}', 'application/json', 400, "Property '__proto__' is not allowed"],
        [
          '{"a":[{"constructor":{"prototype":1}}],"b":"__proto__"}',
          'application/json',
          400,
          "Property 'constructor.prototype' is not allowed",
        ],
        ['{"__proto__":1', 'application/json', 400, 'The request body is not valid JSON'],
        ['[]', 'application/json', 400, 'The request body should be a JSON object'],
        ['"x"', 'application/json', 400, 'The request body should be a JSON object'],
        ['a=b', 'application/x-www-form-urlencoded', 415, 'The Content-Type of the request should be application/json'],
        ['hello', 'text/plain', 415, 'The Content-Type of the request should be application/json'],
        [
          JSON.stringify({ email, name: 'x'.repeat(1_048_577) }),
          'application/json',
          413,
          'The request body should be at most 1 MiB',
        ],
        [
          `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`,
          'application/json',
          400,
          'The request body should be nested at most 32 levels deep',
        ],
      ];
      for (const [body, contentType, status, error] of cases) {
        const response = await text('/v2/echo', body, contentType);
        expect([response.statusCode, response.json()]).toMatchObject([status, { data: null, success: false, error }]);
      }
    });

    it('drops nulls, trims and composes texts, ignores unknown keys and leaves metadata alone', async () => {
      const metadata = {
        ' k ': ' v ',
        none: null,
        nfd: 'e\u0301',
        bell: '\u0007',
        deep: { none: null, list: [' a '] },
      };
      const body = { email: ` ${email} `, name: ' Jose\u0301 ', amount: null, extra: ' x ', metadata };
      const response = await post('/v2/echo', body);
      expect(response.json()).toEqual({ email, name: 'Jos\u00e9', extra: 'x', metadata });
    });

    it('refuses a text that is not UTF-8, and takes one that is', async () => {
      const send = (payload: Buffer) =>
        app.inject({
          method: 'POST',
          url: '/v2/echo',
          payload,
          headers: { ...asKey('full'), 'content-type': 'application/json' },
        });
      const broken = await send(Buffer.from(`{"email":"${email}","name":"Jos\u00e9"}`, 'latin1'));
      expect([broken.statusCode, broken.json().error]).toEqual([400, 'The request body is not valid UTF-8']);
      const whole = await send(Buffer.from(`\ufeff{"email":"${email}","name":"Jos\u00e9 \u{1f951}"}`));
      expect(whole.json()).toEqual({ email, name: 'Jos\u00e9 \u{1f951}' });
    });

    it('counts a null of a mandatory field as missing', async () => {
      expect(await errorOf({ email: null })).toBe("Property 'email' is missing");
    });

    it('refuses control characters, except tab and newline in descriptions', async () => {
      expect(await errorOf({ email, name: 'a\u0000b' })).toBe("Property 'name' should not contain control characters");
      expect(await errorOf({ email, name: 'a\nb' })).toBe("Property 'name' should not contain control characters");
      expect(await errorOf({ email, description: 'a\u0000b' })).toBe(
        "Property 'description' should not contain control characters",
      );
      expect((await post('/v2/echo', { email, description: 'a\r\nb\tc' })).json().description).toBe('a\nb\tc');
    });

    it('refuses unknown keys where the schema allows none', async () => {
      const response = await post('/v2/strict', { email, hacker: 1 });
      expect([response.statusCode, response.json().error]).toEqual([400, "Property 'hacker' is not allowed"]);
    });
  });

  it('says what is wrong in one sentence that names the property', async () => {
    const item = { id: 'prod_1', quantity: 1 };
    const cases: [object, string][] = [
      [{ email: 'nope' }, "Property 'email' should be email"],
      [{ email: 7 }, "Expected property 'email' to be string but found: number"],
      [{ email, amount: '100' }, "Expected property 'amount' to be integer but found: string"],
      [{ email, amount: 100.5 }, "Expected property 'amount' to be integer but found: number"],
      [{ email, amount: 99 }, "Property 'amount' should be at least 100"],
      [{ email, amount: 1001 }, "Property 'amount' should be at most 1000"],
      [{ email, name: ' ' }, "Property 'name' should not be empty"],
      [{ email, name: 'x'.repeat(11) }, "Property 'name' should have at most 10 characters"],
      [{ email, method: 'CASH' }, "Property 'method' should be one of: PIX, CARD"],
      [{ email, items: [] }, "Property 'items' should have at least 1 element"],
      [{ email, items: [item, item, item] }, "Property 'items' should have at most 2 elements"],
      [{ email, items: [item, { id: 'x' }] }, "Property 'items[1].quantity' is missing"],
      [{ email, items: [item, { ...item, id: 1 }] }, "Expected property 'items[1].id' to be string but found: number"],
      [{ email, taxId: '123' }, "Property 'taxId' should be a valid CPF or CNPJ"],
    ];
    for (const [body, sentence] of cases) expect(await errorOf(body)).toBe(sentence);
    const get = async (url: string) => (await app.inject({ url, headers: asKey('full') })).json().error as string;
    expect(await get('/v2/get')).toBe("Expected property 'id' to be string but found: undefined");
    expect(await get('/v2/get?id=a&limit=x')).toBe("Expected property 'limit' to be integer but found: string");
    expect(await get('/v2/get?id=a&limit=0')).toBe("Property 'limit' should be at least 1");
    expect(await get('/v2/get?id=a&id=b')).toBe("Expected property 'id' to be string but found: array");
  });

  it('coerces and cleans the query, and drops what is empty in it', async () => {
    const response = await app.inject({ url: '/v2/get?id=%20a%20&limit=5&after=&x=1', headers: asKey('full') });
    expect(response.json()).toEqual({ id: 'a', limit: 5, x: '1' });
  });

  it('takes an id from the query or from the body, and refuses two different ones', async () => {
    expect((await post('/v2/by-id?id=a', {})).json()).toEqual({ id: 'a' });
    expect((await post('/v2/by-id', { id: 'b' })).json()).toEqual({ id: 'b' });
    expect((await post('/v2/by-id?id=c', { id: 'c' })).json()).toEqual({ id: 'c' });
    expect((await post('/v2/by-id?id=a', { id: 'b' })).json().error).toBe(
      "Property 'id' should be the same in the query and in the body",
    );
    expect((await post('/v2/by-id', {})).json().error).toBe("Expected property 'id' to be string but found: undefined");
  });

  it('takes the id of a get from a JSON body too, and ignores what else there is', async () => {
    const get = async (url: string, body?: object | string) => {
      const headers = { ...asKey('full'), 'content-type': 'application/json' };
      return (await app.inject({ method: 'GET', url, headers, ...(body !== undefined && { body }) })).json<unknown>();
    };
    expect(await get('/v2/get', { id: 'b', limit: 7 })).toEqual({ id: 'b' });
    expect(await get('/v2/get?id=c', { id: 'c' })).toEqual({ id: 'c' });
    expect(await get('/v2/get?id=', { id: 'c' })).toEqual({ id: 'c' });
    expect(await get('/v2/get?id=a', { id: null })).toEqual({ id: 'a' });
    expect(await get('/v2/get?id=a')).toEqual({ id: 'a' });
    expect(await get('/v2/get?id=a', '')).toEqual({ id: 'a' });
    expect(await get('/v2/get?id=a', { id: 'b' })).toMatchObject({
      error: "Property 'id' should be the same in the query and in the body",
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
