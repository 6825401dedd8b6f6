import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CustomerServiceDefinition, type CreateCustomerRequest, type Customer } from '@pitanga/contracts';
import { transact } from '@pitanga/database';
import { notFound, systemClock, toTenant, type Tenant } from '@pitanga/core';
import { ensureTopics } from '@pitanga/messaging';
import { createRpcServer, type CallContext, type RpcServer } from '@pitanga/rpc';
import { createLog, createMetrics } from '@pitanga/runtime';
import { silentLog, testDatabase, testIds, testMessaging, type TestDatabase } from '@pitanga/testing';
import { createDeps } from '../src/use-case-deps';
import { createApiKey } from '../src/api-keys/api-key-service';
import { permissions, readPermissions, type Permission } from '../src/access/permission';
import { createGateway, type Gateway } from '../src/gateway';
import { testGatewayConfig } from './gateway-config';
import { asKey } from './test-api';
import { insertTestStore, operator } from './test-store';

describe('the Model Context Protocol of the gateway', () => {
  let database: TestDatabase;
  let billing: RpcServer;
  let gateway: Gateway;
  const created: { readonly request: CreateCustomerRequest; readonly context: Partial<CallContext> }[] = [];
  const logged: Record<string, unknown>[] = [];
  let own: Tenant;
  let keys: Record<'full' | 'reader' | 'live' | 'form' | 'other' | 'slow', string>;

  const customerOf = (tenant: Tenant): Customer =>
    ({
      id: 'cust_own',
      tenant,
      name: 'Ana',
      email: 'ana@example.com',
      taxId: '',
      cellphone: '',
      zipCode: '',
      country: 'BR',
      metadataJson: '{}',
      createdAt: new Date(0),
      updatedAt: new Date(0),
    }) as unknown as Customer;

  beforeAll(async () => {
    database = await testDatabase('gateway');
    billing = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'billing' });
    const unasked = () => Promise.reject(new Error('not asked here'));
    billing.add(CustomerServiceDefinition, {
      createCustomer: (request, context) => {
        created.push({ request, context });
        return Promise.resolve({ customer: customerOf(own) });
      },
      deleteCustomer: unasked,
      findPerson: unasked,
      erasePerson: unasked,
      updateCustomer: unasked,
      searchCustomers: unasked,
      getCustomer: ({ tenant, id }) =>
        tenant?.storeId === own.storeId && id === 'cust_own'
          ? Promise.resolve({ customer: customerOf(own) })
          : Promise.reject(notFound('Cliente não encontrado.', 'CUSTOMER_NOT_FOUND')),
      listCustomers: () =>
        Promise.resolve({ customers: [], page: { hasMore: false, next: undefined, before: undefined } }),
    });
    const messaging = testMessaging('gateway');
    await ensureTopics(messaging, { partitions: 1 });
    const config = await testGatewayConfig({
      databaseUrl: database.url,
      kafkaPrefix: messaging.topicName(''),
      billing: `127.0.0.1:${await billing.start('127.0.0.1:0')}`,
    });
    const destination = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) };
    gateway = await createGateway(config, { log: createLog({ service: 'gateway', level: 'error', destination }) });
    own = await aStore();
    const [other, slow] = [await aStore(), await aStore(1)];
    keys = {
      full: await aKey(own, permissions),
      reader: await aKey(
        own,
        readPermissions.filter((name) => name !== 'CUSTOMER:READ'),
      ),
      live: await aKey(toTenant(own.storeId, false), readPermissions),
      form: await aKey(own, [], 'PUBLIC'),
      other: await aKey(other, permissions),
      slow: await aKey(slow, permissions),
    };
  });
  afterAll(async () => {
    await gateway.stop();
    await billing.stop(1_000);
    await database.close();
  });

  async function aStore(rateLimitPerSecond = 0): Promise<Tenant> {
    const createdAt = systemClock.real();
    const tenant = toTenant(testIds.next('store', createdAt), true);
    await insertTestStore(database.db, tenant, { rateLimitPerSecond, createdAt });
    return tenant;
  }
  const aKey = async (tenant: Tenant, granted: readonly Permission[], kind: 'SECRET' | 'PUBLIC' = 'SECRET') => {
    const deps = createDeps(database.db, { clock: systemClock, ids: testIds });
    const key = { kind, description: 'Assistant', permissions: granted };
    return (await transact(deps, (tx) => createApiKey(tx, tenant, operator, key))).text;
  };

  const address = (query = '') => `http://127.0.0.1:${String(gateway.port)}/mcp${query}`;
  const withClient = async (key: string, query: string, work: (client: Client) => Promise<void>): Promise<void> => {
    const client = new Client({ name: 'assistant', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(address(query)), {
      requestInit: { headers: asKey(key) },
    });
    await client.connect(transport);
    try {
      await work(client);
    } finally {
      await client.close();
    }
  };
  const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
  const call = async (client: Client, name: string, input: Record<string, unknown> = {}) => {
    const { isError, content } = await client.callTool({ name, arguments: input });
    return { isError: isError === true, text: (content as [{ text: string }])[0].text };
  };
  const send = (key: string | undefined, body: unknown, headers: Record<string, string> = {}, query = '') =>
    fetch(address(query), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(key !== undefined && asKey(key)),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  it('offers a key what it may read, and answers as the API does', () =>
    withClient(keys.full, '', async (client) => {
      expect(client.getServerVersion()).toMatchObject({ name: 'pitanga' });
      const names = await namesOf(client);
      expect(names).toEqual(expect.arrayContaining(['customers_get', 'charges_list', 'webhooks_deliveries_list']));
      expect(names.filter((name) => /_(?:create|delete|refund|advance)$/.test(name))).toEqual([]);
      const { isError, text } = await call(client, 'customers_get', { id: 'cust_own' });
      expect([isError, JSON.parse(text)]).toEqual([false, expect.objectContaining({ name: 'Ana' })]);
      expect(JSON.parse((await call(client, 'customers_list', { limit: 5 })).text)).toMatchObject({ data: [] });
    }));

  it('refuses what changes something until the address allows it, and then gives every write a key', async () => {
    const input = { email: 'ana@example.com' };
    await withClient(keys.full, '', async (client) => {
      const refused = await call(client, 'customers_create', input);
      expect(refused).toEqual({ isError: true, text: expect.stringContaining('write=true') });
      expect(created).toEqual([]);
    });
    await withClient(keys.full, '?write=true', async (client) => {
      const names = await namesOf(client);
      expect(names).toEqual(expect.arrayContaining(['customers_create', 'charges_refund']));
      // A person decides, and a card form has a key of its own.
      expect(
        names.filter((name) => ['payouts_approve', 'key_payments_attach', 'card_tokens_create'].includes(name)),
      ).toEqual([]);
      for (const more of [{}, { idempotencyKey: 'mine' }])
        expect((await call(client, 'customers_create', { ...input, ...more })).isError).toBe(false);
      expect((await call(client, 'payouts_approve', { id: 'tran_1' })).text).toContain('PERSON_REQUIRED');
    });
    const used = created.map(({ context }) => context.idempotency?.key);
    expect(used).toEqual([expect.stringMatching(/^req/), 'mine']);
    expect(created[0]?.request).toMatchObject({ tenant: own, customer: input });
  });

  it('has what the API warns of after the answer of a tool', () =>
    withClient(keys.full, '?write=true', async (client) => {
      const input = { email: 'ana@example.com', nome: 'Ana' };
      const { content } = await client.callTool({ name: 'customers_create', arguments: input });
      const [, warned] = content as { text: string }[];
      expect(JSON.parse(warned!.text)).toEqual({ warnings: [expect.stringContaining('Unknown field "nome"')] });
    }));

  it('has neither more rights than the key nor another store’s records', async () => {
    await withClient(keys.reader, '?write=true', async (client) => {
      const names = await namesOf(client);
      expect(names.filter((name) => name.startsWith('customers_'))).toEqual([]);
      const refused = await call(client, 'customers_get', { id: 'cust_own' });
      expect(refused).toEqual({ isError: true, text: expect.stringContaining('Missing permission: CUSTOMER:READ') });
    });
    await withClient(keys.other, '', async (client) => {
      const [others, absent] = [
        await call(client, 'customers_get', { id: 'cust_own' }),
        await call(client, 'customers_get', { id: 'cust_none' }),
      ];
      expect(others).toEqual(absent);
      expect(others).toEqual({ isError: true, text: expect.stringContaining('CUSTOMER_NOT_FOUND') });
    });
  });

  it('counts the call of a tool as a call of the API', async () => {
    const params = { name: 'customers_list', arguments: {} };
    const answer = await send(keys.slow, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    // The message itself was the one request that this key has in a second.
    expect(await answer.json()).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('RATE_LIMIT_EXCEEDED') }] },
    });
  });

  it('needs a key, and one of production only where that is meant', async () => {
    const refused = [undefined, 'pit_dev_wrong', keys.form].map((key) => send(key, ping));
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([401, 401, 401]);
    const production = await send(keys.live, ping);
    expect([production.status, await production.json()]).toEqual([
      400,
      expect.objectContaining({ jsonrpc: '2.0', error: expect.objectContaining({ code: -32_000 }) }),
    ]);
    expect((await send(keys.live, ping, {}, '?live=true')).status).toBe(200);
  });

  it('refuses pages of other sites, other methods and messages that are too much', async () => {
    expect((await send(keys.full, ping, { origin: 'https://evil.example' })).status).toBe(403);
    const own = await send(keys.full, ping, { origin: 'https://pitanga.example' });
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    const read = await fetch(address(), { headers: asKey(keys.full) });
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await send(keys.full, `"${'x'.repeat(1_048_577)}"`)).status).toBe(413);
    expect((await send(keys.full, Array(21).fill(ping))).status).toBe(400);
    expect((await send(keys.full, ping, { accept: 'application/json' })).status).toBe(406);
    const several = await send(keys.full, [ping, { ...ping, id: '1' }]);
    expect(await several.json()).toEqual([expect.objectContaining({ id: 1 }), expect.objectContaining({ id: '1' })]);
  });

  it('runs nothing of a batch that it cannot answer as a whole', async () => {
    const before = created.length;
    const params = { name: 'customers_create', arguments: { email: 'ana@example.com' } };
    const create = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    for (const batch of [
      [create, create],
      [create, cancel],
    ])
      expect((await send(keys.full, batch, {}, '?write=true')).status).toBe(400);
    expect((await send(keys.full, cancel)).status).toBe(202);
    expect(created).toHaveLength(before);
  });

  it('logs what fails inside with the id of the request, and tells the caller no more than that', async () => {
    const inject = jest.spyOn(gateway.app, 'inject').mockImplementationOnce(() => {
      throw new Error('ECONNRESET 10.0.0.7');
    });
    const params = { name: 'customers_list', arguments: {} };
    const answer = await send(keys.full, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    inject.mockRestore();
    const requestId = answer.headers.get('x-request-id') ?? '';
    const message = `Something went wrong on our side (request ${requestId}).`;
    expect(await answer.json()).toMatchObject({ id: 1, error: { code: -32_603, message } });
    expect(logged.find(({ msg }) => msg === 'a call of a tool failed')).toMatchObject({
      requestId,
      tool: 'customers_list',
      err: expect.objectContaining({ message: 'ECONNRESET 10.0.0.7' }),
    });
  });
});
