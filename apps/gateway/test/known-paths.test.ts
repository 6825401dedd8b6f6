import { testClock } from '@pitanga/testing';
import { Type } from 'typebox';
import type { Api, Route } from '../src/http/edge/api';
import { callContext } from '../src/http/edge/request';
import { asKey, testApi } from './test-api';

const routes: Route = (app) => {
  const read = { permission: 'CUSTOMER:READ' as const };
  const create = { permission: 'CUSTOMER:CREATE' as const };
  const querystring = Type.Object({ id: Type.String() });
  app.get('/things/get', { config: read, schema: { querystring } }, (request) => request.query);
  app.post('/things/create', { config: create }, (request) => ({ ...callContext(request) }));
  app.get('/things', { config: read }, () => ({ is: 'read' }));
  app.post('/things', { config: create }, () => ({ is: 'written' }));
  app.get('/things/:id/picture', { config: read }, () => ({ is: 'a picture' }));
};

describe('the methods of a path', () => {
  let app: Api;
  beforeAll(async () => {
    app = await testApi(routes);
  });
  afterAll(() => app.close());

  const call = (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS', url: string, key?: string) =>
    app.inject({ method, url, ...(key !== undefined && { headers: asKey(key) }) });

  it('answers 405 with Allow, in the envelope of the version, to another method than a path takes', async () => {
    const v2 = await call('DELETE', '/v2/things/get?id=secret');
    expect([v2.statusCode, v2.headers['allow']]).toEqual([405, 'GET, HEAD']);
    const error = '/v2/things/get does not take DELETE; it takes GET, HEAD';
    expect(v2.json()).toMatchObject({ data: null, success: false, error });
    const v1 = await call('GET', '/v1/things/create');
    expect([v1.statusCode, v1.headers['allow']]).toEqual([405, 'POST']);
    const message = '/v1/things/create does not take GET; it takes POST';
    expect(v1.json()).toMatchObject({ data: null, error: message, message });
  });

  it('answers it with and without a key, whatever the body, for paths with parameters and slashes too', async () => {
    for (const key of [undefined, 'full', 'nobody']) {
      for (const url of ['/v2/things', '/v2/things/']) {
        const { statusCode, headers } = await call('PUT', url, key);
        expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
      }
      const { statusCode, headers } = await call('OPTIONS', '/v2/things/a/picture/', key);
      expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD']);
    }
    const headers = { 'content-type': 'application/json' };
    const broken = await app.inject({ method: 'PUT', url: '/v2/things', payload: '{"a":', headers });
    expect(broken.statusCode).toBe(405);
    for (const url of ['/v2/nope', '/v2/things/a/b/picture', '/v2', '/v2/thingsx', '/v2/things/constructor']) {
      const { statusCode, headers: shown } = await call('PUT', url);
      expect([url, statusCode, shown['allow']]).toEqual([url, 404, undefined]);
    }
  });

  it('answers HEAD like GET, without the body', async () => {
    const get = await call('GET', '/v2/things/get?id=a', 'full');
    const head = await call('HEAD', '/v2/things/get?id=a', 'full');
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers).toMatchObject({
      'content-type': get.headers['content-type'],
      'content-length': String(Buffer.byteLength(get.body)),
      'cache-control': 'no-store',
    });
    expect((await call('HEAD', '/v2/things/get?id=a')).statusCode).toBe(401);
    expect((await call('HEAD', '/v2/things/get', 'full')).statusCode).toBe(400);
    expect((await call('HEAD', '/v2/nope', 'full')).statusCode).toBe(404);
    expect((await call('HEAD', '/v2/things/create', 'full')).statusCode).toBe(405);
  });

  it('takes a trailing slash for the same route, and for the same request under an Idempotency-Key', async () => {
    expect((await call('GET', '/v2/things/get/?id=a', 'full')).json()).toEqual({ id: 'a' });
    const headers = { ...asKey('full'), 'idempotency-key': 'k' };
    const keyed = async (url: string) =>
      (await app.inject({ method: 'POST', url, headers })).json<{ idempotency: unknown }>().idempotency;
    expect(await keyed('/v2/things/create/')).toEqual(await keyed('/v2/things/create'));
  });
});

describe('headers of every answer', () => {
  it('are no-store, nosniff and, behind TLS, HSTS, for errors too', async () => {
    const app = await testApi(routes);
    const urls = ['/v1/things', '/v2/things', '/v2/things/get', '/v2/nope', '/nope', '/v2/%zz'];
    for (const url of urls) {
      for (const headers of [{}, asKey('full')]) {
        const answer = await app.inject({ url, headers });
        expect([url, answer.headers]).toMatchObject([
          url,
          {
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
            'strict-transport-security': 'max-age=31536000',
          },
        ]);
      }
    }
    await app.close();
  });

  it('have no HSTS where callers come by plain http', async () => {
    const app = await testApi(routes, { publicUrl: 'http://127.0.0.1:8080' });
    const { headers } = await app.inject({ url: '/v2/things' });
    expect(headers['strict-transport-security']).toBeUndefined();
    await app.close();
  });
});

describe('the end of v1', () => {
  const theDay = new Date('2028-03-01T00:00:00.000Z');
  const justBefore = new Date(theDay.getTime() - 1);
  const statuses = async (isV1ShutOff: boolean, at: Date) => {
    const app = await testApi(routes, { isV1ShutOff, clock: testClock(at) });
    const answers = await Promise.all(
      ['/v1/things', '/v2/things'].map((url) => app.inject({ url, headers: asKey('full') })),
    );
    const unknown = await app.inject({ url: '/v1/nope' });
    await app.close();
    return [...answers, unknown].map(({ statusCode }) => statusCode);
  };

  it('is 410 from 1 March 2028 on, when the operator has switched v1 off, and v2 goes on', async () => {
    expect(await statuses(true, theDay)).toEqual([410, 200, 410]);
    expect(await statuses(true, new Date('2030-01-01T00:00:00.000Z'))).toEqual([410, 200, 410]);
  });

  it('does not come before that day, nor without the switch', async () => {
    expect(await statuses(true, justBefore)).toEqual([200, 200, 404]);
    expect(await statuses(false, theDay)).toEqual([200, 200, 404]);
  });

  it('names v2 in the envelope of v1, before it asks for a key', async () => {
    const app = await testApi(routes, { isV1ShutOff: true, clock: testClock(theDay) });
    const answer = await app.inject({ method: 'POST', url: '/v1/things' });
    const message = 'API v1 ended on 1 March 2028; use v2, which answers under /v2';
    expect([answer.statusCode, answer.json()]).toMatchObject([410, { data: null, error: message, message }]);
    expect(answer.headers['link']).toBe('<https://pitanga.example/docs>; rel="successor-version"');
    await app.close();
  });
});
