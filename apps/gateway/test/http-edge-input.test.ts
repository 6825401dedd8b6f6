import type { Api } from '../src/http/edge/api';
import { asKey, testApi } from './test-api';
import { databaseAway, edgeCalls, routes } from './edge-routes';

describe('the input of the HTTP edge', () => {
  let app: Api;
  beforeAll(async () => {
    app = await testApi(routes);
  });
  afterAll(async () => {
    await app.close();
    await databaseAway.destroy();
  });

  const { post, text, errorOf } = edgeCalls(() => app);
  const email = 'ana@example.com';

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
          'The request body should be at most 1 MiB, and with a file of a dispute or a product at most 4 MB',
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
      [{ email: 'nope' }, "Property 'email' should be an e-mail address"],
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

  it.each(['0x5', '0b1', '0o7', '1e1', '5.0', '+5', '.5', '5,0', '1_0', '-', 'Infinity', '٥'])(
    'takes no number of a query that is written as %s',
    async (written) => {
      const url = `/v2/get?id=a&limit=${encodeURIComponent(written)}`;
      const { statusCode, body } = await app.inject({ url, headers: asKey('full') });
      expect([statusCode, JSON.parse(body)]).toMatchObject([
        400,
        { error: "Expected property 'limit' to be integer but found: string" },
      ]);
    },
  );

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
});
