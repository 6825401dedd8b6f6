import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { startBeforeAll, waitFor } from '@pitanga/testing';
import { everyTenant } from '@pitanga/core';
import { purgeGrants } from '../src/oauth/purge-grants';
import { createDeps } from '../src/use-case-deps';
import { approval, Assistant, loopback } from './assistant';
import { origin, peopleApi } from './people';
import { storeMembers } from './store-members';

describe('an assistant that a person gives access by OAuth', () => {
  const api = startBeforeAll(peopleApi);
  const { aStore, aMember, fresh, idOf } = storeMembers(() => api);

  const keysOf = (storeId: string) => api.database.db('api_keys').where({ store_id: storeId });
  const auditOf = (targetId: string) =>
    api.database
      .db('audit_log')
      .where({ target_id: targetId })
      .orderBy('seq')
      .select('action', 'actor_kind', 'actor_id');
  const purge = () => purgeGrants(createDeps(api.database.db, { clock: api.clock, ids: api.ids, all: everyTenant }));
  /** Within a second everywhere: what a token was is remembered for that long. */
  const refused = (assistant: Assistant, token: string) =>
    waitFor('the end of the token', async () => (await assistant.use(token)).status === 401);

  async function anOwner(environment: 'dev' | 'prod' = 'dev') {
    const storeId = await aStore();
    const browser = (await aMember(storeId, 'OWNER')).in(storeId, environment);
    await fresh(browser);
    return { storeId, browser };
  }

  it('registers itself, asks, gets tokens, calls tools, refreshes and ends, by the SDK’s own client', async () => {
    const { storeId, browser } = await anOwner();
    const assistant = new Assistant(api);
    await expect(assistant.connect()).rejects.toBeInstanceOf(UnauthorizedError);
    const asked = assistant.asked;
    expect(asked?.href).toMatch(`${origin}/oauth/authorize?`);
    expect(asked?.searchParams.get('resource')).toBe(`${origin}/mcp`);

    const sent = await api.app.inject({ method: 'GET', url: `/oauth/authorize${asked?.search ?? ''}` });
    expect([sent.statusCode, sent.headers.location]).toEqual([
      302,
      `${origin}/dashboard/assistant${asked?.search ?? ''}`,
    ]);
    const query = new URLSearchParams({ asked: asked?.search ?? '' }).toString();
    expect(await browser.must('GET', `/assistants/asked?${query}`)).toEqual({
      name: 'Claude',
      host: '127.0.0.1:51234',
      isLocal: true,
      asksToWrite: true,
      refusal: `${loopback}?error=access_denied&error_description=The+person+said+no&state=the-state&iss=${encodeURIComponent(origin)}`,
    });
    const approved = await browser.must('POST', '/assistants/approve', approval(asked?.search ?? ''));
    const location = new URL(approved['location'] as string);
    expect(location.origin + location.pathname).toBe(loopback);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      code: expect.stringMatching(/^\w{43}$/),
      state: 'the-state',
      iss: origin,
    });
    await assistant.finish(location.href);
    const { access_token: first = '', refresh_token: firstRefresh = '', ...rest } = assistant.kept.tokens ?? {};
    expect(rest).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read' });

    const client = await assistant.connect();
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['store_get', 'charges_list']));
    expect(names.filter((name) => /_(?:create|refund|delete)$/.test(name))).toEqual([]);
    const { content } = await client.callTool({ name: 'api_keys_list', arguments: {} });
    const { data } = JSON.parse((content as [{ text: string }])[0].text) as {
      data: { id: string; description: string }[];
    };
    expect(data).toMatchObject([{ description: 'MCP: Claude', devMode: true, status: 'ACTIVE' }]);
    expect(await auditOf(data[0]?.id ?? '')).toEqual([
      { action: 'api_key.created', actor_kind: 'USER', actor_id: await idOf(browser) },
    ]);
    await client.close();

    const again = await assistant.refresh();
    expect(again.status).toBe(200);
    const { access_token: second, refresh_token: secondRefresh } = again.json as Record<string, string>;
    expect((await assistant.use(second ?? '')).status).toBe(200);
    // Somebody has the one that was used: who it is cannot be told, so both have nothing any more.
    expect(await assistant.refresh(firstRefresh)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    expect(await assistant.refresh(secondRefresh)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    await refused(assistant, second ?? '');
    await refused(assistant, first);
    expect(await keysOf(storeId).whereNull('revoked_at')).toEqual([]);
    expect(await auditOf(data[0]?.id ?? '')).toMatchObject([
      { action: 'api_key.created' },
      { action: 'api_key.revoked', actor_kind: 'KEY' },
    ]);
  });

  it('does in production what its person said, without a word of that in the address', async () => {
    const { storeId, browser } = await anOwner('prod');
    const assistant = new Assistant(api);
    expect(await assistant.grant(browser, { writes: true, days: 1 })).toMatchObject({ scope: 'read write' });
    // Every owner is mailed about a new key of production.
    const told = api.database.db('security_notices').where({ store_id: storeId, kind: 'KEY_CREATED' });
    expect(await told).toMatchObject([{ actor_kind: 'USER', actor_id: await idOf(browser), address: '10.0.0.x' }]);
    const client = await assistant.connect();
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['customers_create', 'charges_refund', 'payouts_create']));
    // The work of people is not granted.
    expect(
      names.filter((name) =>
        /^(?:members|api_keys|providers)_(?:create|roll|invite|update|connect|remove)$/.test(name),
      ),
    ).toEqual([]);
    const made = await client.callTool({
      name: 'api_keys_create',
      arguments: { description: 'x', permissions: ['STORE:READ'] },
    });
    expect(made).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('PERMISSION_MISSING') }] });
    await client.close();
  });

  it('is listed and revoked as every key, and ends itself by revoking a token', async () => {
    const { storeId, browser } = await anOwner();
    const [one, other] = [new Assistant(api), new Assistant(api)];
    const tokens = await one.grant(browser);
    const [{ id }] = (await browser.must('GET', '/v2/api-keys/list')) as unknown as [{ id: string }];
    await browser.must('POST', '/v2/api-keys/revoke', { id });
    await refused(one, tokens.access_token);
    expect(await one.refresh()).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });

    const { access_token: access, refresh_token: token = '' } = await other.grant(browser);
    const form = { token, client_id: other.clientId };
    expect(await other.send('/oauth/revoke', { ...form, client_id: one.clientId })).toMatchObject({
      status: 400,
      json: { error: 'invalid_grant' },
    });
    expect((await other.use(access)).status).toBe(200);
    expect((await other.send('/oauth/revoke', form)).status).toBe(200);
    expect((await other.send('/oauth/revoke', form)).status).toBe(200);
    await refused(other, access);
    expect(await keysOf(storeId).whereNull('revoked_at')).toEqual([]);
  });

  it('has no more than its person: nothing after they have left, and less with less of a role', async () => {
    const { storeId, browser } = await anOwner();
    const developer = (await aMember(storeId, 'DEVELOPER')).in(storeId, 'dev');
    await fresh(developer);
    const assistant = new Assistant(api);
    const { access_token: access } = await assistant.grant(developer);
    const id = await idOf(developer);
    const namesOf = async () => {
      const client = await assistant.connect();
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    };
    expect(await namesOf()).toContain('webhooks_list');
    browser.in(storeId, 'prod');
    await fresh(browser);
    await browser.must('POST', '/v2/members/update', { id, role: 'VIEWER' });
    await waitFor('the role', async () => !(await namesOf()).includes('webhooks_list'));
    expect(await namesOf()).toContain('charges_list');
    await browser.must('POST', '/v2/members/remove', { id });
    await refused(assistant, access);
    expect(await assistant.refresh()).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    await purge();
    expect(await keysOf(storeId).whereNull('revoked_at')).toEqual([]);
  });

  it('ends with its key, with an access token after an hour, and is forgotten when it has nothing', async () => {
    const { storeId, browser } = await anOwner();
    const [assistant, idle] = [new Assistant(api), new Assistant(api)];
    const { access_token: access } = await assistant.grant(browser, { days: 1 });
    await browser.must('POST', '/assistants/approve', approval(await idle.ask()));
    expect(await keysOf(storeId).whereNull('revoked_at')).toHaveLength(2);
    api.clock.advance(3_600_000);
    await refused(assistant, access);
    const { json } = await assistant.refresh();
    assistant.kept.tokens = json as never;
    await purge();
    // The code of the other was not exchanged within its minute.
    expect(await keysOf(storeId).whereNull('revoked_at')).toHaveLength(1);
    api.clock.advance(23 * 3_600_000);
    await refused(assistant, String(json['access_token']));
    expect(await assistant.refresh()).toMatchObject({ json: { error: 'invalid_grant' } });
    const nobody = new Assistant(api);
    await nobody.ask();
    api.clock.advance(90 * 86_400_000);
    await purge();
    for (const name of ['oauth_grants', 'oauth_tokens', 'oauth_clients'])
      expect([name, await api.database.db(name).select('*')]).toEqual([name, []]);
  });
});
