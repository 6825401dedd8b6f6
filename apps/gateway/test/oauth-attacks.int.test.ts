import { startBeforeAll, waitFor } from '@pitanga/testing';
import { approval, Assistant, loopback } from './assistant';
import { origin, peopleApi, type Browser } from './people';
import { storeMembers } from './store-members';

const invalidGrant = { status: 400, json: { error: 'invalid_grant' } };

describe('access by OAuth under attack', () => {
  const api = startBeforeAll(peopleApi);
  const { aStore, aMember, fresh } = storeMembers(() => api);
  let browser: Browser;
  beforeAll(async () => {
    const storeId = await aStore();
    browser = (await aMember(storeId, 'OWNER')).in(storeId, 'dev');
    await fresh(browser);
  });

  const register = async (metadata: object) => {
    const { statusCode, body } = await api.app.inject({ method: 'POST', url: '/oauth/register', payload: metadata });
    return { status: statusCode, json: JSON.parse(body) as Record<string, unknown> };
  };
  const authorize = async (query: string) => {
    const { statusCode, headers, body } = await api.app.inject({ method: 'GET', url: `/oauth/authorize${query}` });
    return { status: statusCode, location: headers.location, body };
  };
  const change = (query: string, over: Readonly<Record<string, string | undefined>>): string => {
    const params = new URLSearchParams(query);
    for (const [name, value] of Object.entries(over))
      if (value === undefined) params.delete(name);
      else params.set(name, value);
    return `?${params.toString()}`;
  };
  /** A code of an assistant, with what exchanges it. */
  async function aCode(assistant = new Assistant(api)) {
    const asked = await assistant.ask();
    const { location } = (await browser.must('POST', '/assistants/approve', approval(asked))) as { location: string };
    const code = new URL(location).searchParams.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: loopback,
      code_verifier: assistant.codeVerifier(),
      client_id: assistant.clientId,
    };
    return { assistant, form };
  }

  it('tells assistants without a token where to get one', async () => {
    const refusals = [await new Assistant(api).use('nope'), await new Assistant(api).use(`pit_mcp_${'a'.repeat(43)}`)];
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    const challenge = `Bearer error="invalid_token", ${metadata}`;
    expect(refusals).toEqual([
      { status: 401, challenge },
      { status: 401, challenge },
    ]);
    const without = await api.app.inject({ method: 'POST', url: '/mcp', payload: {} });
    expect([without.statusCode, without.headers['www-authenticate']]).toEqual([401, `Bearer ${metadata}`]);
  });

  it('registers addresses of https and of the person’s own machine alone, and shows names as plain text', async () => {
    const refused = [
      'http://evil.example/cb',
      'https://evil.example/cb#code',
      'https://user@evil.example/cb',
      'javascript:alert(1)',
      'myapp://cb',
      'http://127.0.0.1.evil.example/cb',
      `https://evil.example/${'a'.repeat(500)}`,
      'https://evil.example/\u0000',
      'https://evil.example/Ж',
      7,
    ];
    for (const uri of refused)
      expect([uri, await register({ redirect_uris: [uri] })]).toEqual([
        uri,
        { status: 400, json: { error: 'invalid_redirect_uri', error_description: expect.any(String) } },
      ]);
    for (const redirect_uris of [[], Array(11).fill('https://app.example/cb'), undefined])
      expect(await register({ redirect_uris })).toMatchObject({ status: 400, json: { error: 'invalid_redirect_uri' } });
    const redirect_uris = ['https://app.example/cb'];
    expect(await register({ redirect_uris, grant_types: ['client_credentials'] })).toMatchObject({
      json: { error: 'invalid_client_metadata' },
    });
    expect((await register({ redirect_uris, client_name: 'x'.repeat(20_000) })).status).toBe(413);
    expect(await register({ redirect_uris, client_name: `  Cl\u202Eau\nde${'!'.repeat(90)}` })).toMatchObject({
      status: 201,
      json: { client_name: `Cl au de${'!'.repeat(52)}`, token_endpoint_auth_method: 'none' },
    });
    expect(await register({ redirect_uris })).toMatchObject({ json: { client_name: 'app.example' } });
  });

  it('sends nobody to an address that the client has not registered', async () => {
    const asked = await new Assistant(api).ask();
    for (const over of [
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: 'http://127.0.0.1:51234/other' },
      { redirect_uri: 'http://localhost:51234/callback' },
      { redirect_uri: 'http://127.0.0.1@evil.example/callback' },
      { redirect_uri: undefined },
      { client_id: 'client_unknown' },
    ]) {
      const query = change(asked, over);
      expect([over, await authorize(query)]).toEqual([
        over,
        { status: 400, location: undefined, body: expect.stringContaining('Não sabemos quem pede acesso') },
      ]);
      const approved = await browser.call('POST', '/assistants/approve', approval(query));
      expect([over, approved.status]).toEqual([over, 400]);
    }
    expect((await authorize(change(asked, { redirect_uri: 'http://127.0.0.1:9/callback' }))).status).toBe(302);
  });

  it('leads nobody to an address that anybody may have registered, before a person has granted it something', async () => {
    const redirect = 'https://phish.example/login';
    const { json } = await register({ redirect_uris: [redirect], client_name: 'Bank' });
    const query = `?client_id=${String(json['client_id'])}&redirect_uri=${encodeURIComponent(redirect)}`;
    expect(await authorize(query)).toEqual({
      status: 400,
      location: undefined,
      body: expect.stringContaining('O pedido de acesso está errado'),
    });
    expect((await authorize('?client_id=%00')).status).toBe(400);
  });

  it('tells the client what it asked wrongly, and nothing but a code with PKCE for /mcp is asked for', async () => {
    const asked = await new Assistant(api).ask();
    for (const [over, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ resource: `${origin}/v2` }, 'invalid_target'],
    ] as const) {
      const query = change(asked, over);
      const { status, location } = await authorize(query);
      const sent = new URL(location ?? '');
      expect([over, status, sent.origin + sent.pathname]).toEqual([over, 302, loopback]);
      expect(Object.fromEntries(sent.searchParams)).toMatchObject({ error, state: 'the-state', iss: origin });
      expect((await browser.call('POST', '/assistants/approve', approval(query))).status).toBe(400);
    }
    const twice = await authorize(`${asked}&code_challenge=${'a'.repeat(43)}`);
    expect(twice.location).toContain('error=invalid_request');
  });

  it('gives tokens once, for the verifier, address and client of the code, within a minute', async () => {
    const { assistant, form } = await aCode();
    const other = new Assistant(api);
    await other.ask();
    const exchange = (over: object = {}) => assistant.send('/oauth/token', { ...form, ...over });
    expect(await exchange({ code_verifier: 'a'.repeat(43) })).toMatchObject(invalidGrant);
    expect(await exchange({ code_verifier: '' })).toMatchObject({ json: { error: 'invalid_request' } });
    expect(await exchange({ client_id: other.clientId })).toMatchObject(invalidGrant);
    expect(await exchange({ client_id: 'client_unknown' })).toMatchObject({
      status: 401,
      json: { error: 'invalid_client' },
    });
    expect(await exchange({ redirect_uri: `${loopback}/` })).toMatchObject(invalidGrant);
    expect(await exchange({ resource: `${origin}/v2` })).toMatchObject({ json: { error: 'invalid_target' } });
    expect(await exchange({ grant_type: 'password' })).toMatchObject({ json: { error: 'unsupported_grant_type' } });
    const answers = await Promise.all([exchange(), exchange()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    // Two had the code, so neither has anything any more.
    const given = String(answers.find(({ status }) => status === 200)?.json['access_token']);
    await waitFor('the end of the token', async () => (await assistant.use(given)).status === 401);

    const late = await aCode();
    api.clock.advance(60_000);
    expect(await late.assistant.send('/oauth/token', late.form)).toMatchObject(invalidGrant);
  });

  it('takes a refresh token of its own client alone, and no access token in its place', async () => {
    const [assistant, other] = [new Assistant(api), new Assistant(api)];
    const { access_token: access, refresh_token: refresh = '' } = await assistant.grant(browser);
    await other.ask();
    expect(await other.refresh(refresh)).toMatchObject(invalidGrant);
    expect(await assistant.refresh(access)).toMatchObject(invalidGrant);
    expect((await assistant.use(refresh)).status).toBe(401);
    expect((await assistant.refresh()).status).toBe(200);
  });

  it('opens /mcp with a token and nothing else of the API', async () => {
    const assistant = new Assistant(api);
    const { access_token: access } = await assistant.grant(browser);
    for (const path of ['/v2/store/get', '/v2/api-keys/list', '/v1/billing/list', '/dashboard/api/me'])
      expect([path, (await assistant.use(access, path)).status]).not.toEqual([path, 200]);
    expect((await assistant.use(access, '/v2/store/get')).status).toBe(401);
    expect((await assistant.use(access)).status).toBe(200);
  });

  it('is granted by the page of the dashboard alone, by who may make keys, with a fresh second factor', async () => {
    const storeId = await aStore();
    const owner = (await aMember(storeId, 'OWNER')).in(storeId, 'dev');
    const viewer = (await aMember(storeId, 'VIEWER')).in(storeId, 'dev');
    await fresh(owner);
    const body = approval(await new Assistant(api).ask(), { writes: true });
    const approve = (by: Browser, headers: Record<string, string> = {}) =>
      by.call('POST', '/assistants/approve', body, headers);
    expect(await approve(owner, { origin: 'https://evil.example' })).toMatchObject({ code: 'CROSS_SITE_REQUEST' });
    expect(await approve(owner, { 'x-pitanga-client': '' })).toMatchObject({ code: 'CROSS_SITE_REQUEST' });
    expect(await approve(api.browser().in(storeId, 'dev'))).toMatchObject({ code: 'SESSION_MISSING' });
    expect(await approve(viewer)).toMatchObject({ status: 403, code: 'PERMISSION_MISSING' });
    expect(await approve(browser, { 'x-pitanga-store': storeId })).toMatchObject({ code: 'STORE_NOT_FOUND' });
    expect(await owner.call('POST', '/assistants/approve', { ...body, days: 4_000 })).toMatchObject({ status: 400 });
    api.clock.advance(15 * 60_000);
    expect(await approve(owner)).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    expect(await api.database.db('api_keys').where({ store_id: storeId })).toEqual([]);
  });
});
