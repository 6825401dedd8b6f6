import { startBeforeAll } from '@pitanga/testing';
import { wholeApi } from './whole-api';

describe('every route of v1 and v2', () => {
  const api = startBeforeAll(wholeApi);

  const codeOf = ({ json }: { readonly json: unknown }) => (json as { readonly code?: string }).code;
  const versioned = () => api.routes.filter(({ url }) => /^\/v[12]\//.test(url));
  // HEAD has no body to look at; what guards it is compared with its GET below.
  const asked = () => versioned().filter(({ method }) => method !== 'HEAD');
  const guarded = () => asked().filter(({ config }) => config?.permission !== 'public');

  it('guards HEAD like GET', () => {
    const guards = (wanted: string) =>
      new Map(versioned().flatMap(({ method, url, config }) => (method === wanted ? [[url, config?.permission]] : [])));
    expect(guards('GET').size).toBeGreaterThan(30);
    // A stream has no HEAD: it would never end.
    const read = guards('GET');
    expect(read.delete('/v2/events/stream')).toBe(true);
    expect(guards('HEAD')).toEqual(read);
  });

  it('refuses a dev key what changes the store in both environments', async () => {
    for (const path of ['members/invite', 'members/update', 'members/remove', 'store/update', 'store/close']) {
      const dev = await api.post(`/v2/${path}`, {}, 'full');
      expect([path, dev.statusCode, codeOf(dev)]).toEqual([path, 403, 'DEV_KEY_REFUSED']);
      const production = await api.post(`/v2/${path}`, {}, 'production');
      expect([path, codeOf(production)]).not.toEqual([path, 'DEV_KEY_REFUSED']);
    }
  });

  it('lets a key that ends, or is bound to addresses, give out no key', async () => {
    const body = { description: 'Servidor', permissions: ['STORE:READ'] };
    for (const key of ['ending', 'bound']) {
      for (const [path, payload] of [
        ['create', body],
        ['roll', { id: 'key_1' }],
      ] as const) {
        const answer = await api.post(`/v2/api-keys/${path}`, payload, key);
        expect([key, path, answer.statusCode, codeOf(answer)]).toEqual([key, path, 403, 'RESTRICTED_KEY']);
      }
    }
  });

  it('answers 401 without a key and with a wrong one, before it reads the body', async () => {
    expect(guarded().length).toBeGreaterThan(30);
    for (const { method, url } of guarded()) {
      const request = { method: method as 'POST', url, ...(method === 'POST' && { payload: '{"' }) };
      for (const key of ['', 'Bearer nope']) {
        const headers: Record<string, string> = key === '' ? {} : { authorization: key };
        const response = await api.app.inject({ ...request, headers });
        expect([url, response.statusCode]).toEqual([url, 401]);
        expect('success' in response.json<object>()).toBe(url.startsWith('/v2'));
      }
    }
  });

  it('answers 403 naming the permission to a key that has every other one', async () => {
    for (const { method, url, config } of guarded()) {
      if (config?.permission === 'publicKey' || config?.permission === 'none') continue;
      for (const permission of [String(config?.permission), ...(config?.alsoNeeds ?? [])]) {
        const key = `without ${permission}`.replaceAll(/[ :]/g, '-');
        const ask = { PATCH: api.patch, DELETE: api.delete }[String(method)] ?? api.get;
        const response = await (method === 'POST' ? api.post(url, {}, key) : ask(url, key));
        expect([url, response.statusCode]).toEqual([url, 403]);
        expect(response.json).toMatchObject({ data: null, error: expect.stringContaining(permission) as string });
      }
    }
    const free = guarded().filter(({ config }) => config?.permission === 'none');
    // A search leaves out the kinds that its caller may not read.
    const expected = ['/v1/public-mrr/mrr', '/v2/public-mrr/mrr', '/v2/search', '/v2/trustMRR/mrr'];
    expect(free.map(({ url }) => url).sort()).toEqual(expected);
  });

  it('answers 401 to a public key, except where only a public key is taken', async () => {
    for (const { method, url, config } of guarded()) {
      const key = config?.permission === 'publicKey' ? 'full' : 'form';
      const headers = { authorization: `Bearer ${key}` };
      const response = await api.app.inject({ method: method as 'POST', url, headers });
      expect([url, response.statusCode]).toEqual([url, 401]);
      expect(response.json()).toMatchObject({ data: null, error: 'Invalid or inactive API key' });
    }
    const forForms = guarded().filter(({ config }) => config?.permission === 'publicKey');
    expect(forForms.map(({ method, url }) => `${String(method)} ${url}`)).toEqual(['POST /v2/card-tokens']);
  });

  it('declares no other public route than its documents and the preflight of the card form', () => {
    const open = asked().filter(({ config }) => config?.permission === 'public');
    expect(open.map(({ method, url }) => `${String(method)} ${url}`).sort()).toEqual([
      'GET /v1/openapi-3.0.json',
      'GET /v1/openapi.json',
      'GET /v2/openapi-3.0.json',
      'GET /v2/openapi.json',
      'OPTIONS /v2/card-tokens',
    ]);
  });
});
