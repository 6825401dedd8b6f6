import { get } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect as connectTo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { CustomerServiceDefinition, type GetCustomerRequest } from '@pitanga/contracts';
import { transact } from '@pitanga/database';
import { notFound, systemClock, toTenant } from '@pitanga/core';
import { ensureTopics } from '@pitanga/messaging';
import { createRpcServer, type RpcServer } from '@pitanga/rpc';
import { createMetrics } from '@pitanga/runtime';
import {
  freePort,
  selfSigned,
  silentLog,
  testDatabase,
  testIds,
  testMessaging,
  waitFor,
  type TestDatabase,
} from '@pitanga/testing';
import { createDeps } from '../src/use-case-deps';
import { createApiKey, endApiKey } from '../src/api-keys/api-key-service';
import { permissions, readPermissions } from '../src/access/permission';
import { createGateway, type Gateway } from '../src/gateway';
import { testGatewayConfig } from './gateway-config';
import { asKey } from './test-api';
import { insertTestStore, operator } from './test-store';

describe('the gateway', () => {
  let database: TestDatabase;
  let billing: RpcServer;
  let gateway: Gateway;
  let callbackPort: number;
  const [own, bank] = [selfSigned('pitanga'), selfSigned('bank')];
  let keys: Awaited<ReturnType<typeof aStoreWithKeys>>;
  const asked: GetCustomerRequest[] = [];

  beforeAll(async () => {
    database = await testDatabase('gateway');
    billing = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'billing' });
    billing.add(CustomerServiceDefinition, {
      createCustomer: () => Promise.reject(new Error('not asked here')),
      deleteCustomer: () => Promise.reject(new Error('not asked here')),
      findPerson: () => Promise.reject(new Error('not asked here')),
      erasePerson: () => Promise.reject(new Error('not asked here')),
      updateCustomer: () => Promise.reject(new Error('not asked here')),
      searchCustomers: () => Promise.reject(new Error('not asked here')),
      getCustomer: (request) => {
        asked.push(request);
        return Promise.reject(notFound('Cliente não encontrado.', 'CUSTOMER_NOT_FOUND'));
      },
      listCustomers: () =>
        Promise.resolve({ customers: [], page: { hasMore: false, next: undefined, before: undefined } }),
    });
    const billingAddress = `127.0.0.1:${await billing.start('127.0.0.1:0')}`;
    const messaging = testMessaging('gateway');
    await ensureTopics(messaging, { partitions: 1 });
    callbackPort = await freePort();
    gateway = await createGateway(
      {
        ...(await testGatewayConfig({
          databaseUrl: database.url,
          kafkaPrefix: messaging.topicName(''),
          billing: billingAddress,
        })),
        CALLBACK_PORT: callbackPort,
        CALLBACK_TLS_CERT: own.cert,
        CALLBACK_TLS_KEY: own.key,
        CALLBACK_TLS_CLIENT_CA: bank.cert,
      },
      { log: silentLog },
    );
    keys = await aStoreWithKeys();
  });

  afterAll(async () => {
    await gateway.stop();
    await billing.stop(1_000);
    await database.close();
  });

  async function aStoreWithKeys() {
    const deps = createDeps(database.db, { clock: systemClock, ids: testIds });
    const createdAt = systemClock.real();
    const dev = toTenant(testIds.next('store', createdAt), true);
    await insertTestStore(deps.db, dev, { rateLimitPerSecond: 0, createdAt });
    const key = async (granted: typeof readPermissions, tenant = dev) =>
      transact(deps, (tx) =>
        createApiKey(tx, tenant, operator, { kind: 'SECRET', description: 'Test', permissions: granted }),
      );
    return {
      dev,
      deps,
      full: await key(permissions),
      prod: await key(permissions, toTenant(dev.storeId, false)),
      reader: await key(readPermissions),
      form: await transact(deps, (tx) =>
        createApiKey(tx, dev, operator, { kind: 'PUBLIC', description: 'Form', permissions: [] }),
      ),
    };
  }

  const call = (
    path: string,
    key: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) =>
    fetch(`http://127.0.0.1:${String(gateway.port)}${path}`, { ...init, headers: { ...asKey(key), ...init.headers } });

  const errorOf = async (response: Response) => ((await response.json()) as { error: unknown }).error;

  it('asks the owning service in the environment of the key and answers its error in the envelope', async () => {
    for (const [key, devMode] of [
      [keys.full.text, true],
      [keys.prod.text, false],
    ] as const) {
      const response = await call('/v2/customers/get?id=cust_x', key);
      const docs = devMode && { docs: expect.stringMatching(/\/docs\/errors#CUSTOMER_NOT_FOUND$/) as string };
      expect([response.status, await response.json()]).toEqual([
        404,
        { data: null, success: false, error: 'Cliente não encontrado.', code: 'CUSTOMER_NOT_FOUND', ...docs },
      ]);
      expect(asked.at(-1)?.tenant).toEqual({ storeId: keys.dev.storeId, devMode });
    }
  });

  it('answers an empty page with all three keys of the pagination', async () => {
    const response = await call('/v2/customers/list', keys.full.text);
    expect(await response.json()).toEqual({
      data: [],
      success: true,
      error: null,
      pagination: { hasMore: false, next: null, before: null },
    });
  });

  it('refuses a read-only key that creates and a public key that reads', async () => {
    const init = {
      method: 'POST',
      body: JSON.stringify({ email: 'a@example.com' }),
      headers: { 'content-type': 'application/json' },
    };
    const refused = await call('/v2/customers/create', keys.reader.text, init);
    expect([refused.status, await errorOf(refused)]).toEqual([
      403,
      'Insufficient permissions. Missing permission: CUSTOMER:CREATE',
    ]);
    const form = await call('/v2/customers/list', keys.form.text);
    expect([form.status, await errorOf(form)]).toEqual([401, 'Invalid or inactive API key']);
  });

  it("has a port of their own for banks' calls, and there alone their address", async () => {
    const path = '/callbacks/bacen-pix/short/pix';
    const answer = await new Promise<string>((resolve, reject) => {
      const settings = { host: '127.0.0.1', port: callbackPort, path, method: 'POST', agent: false };
      const request = httpsRequest({ ...settings, ca: own.cert, ...bank }, (response) => {
        response.setEncoding('utf8').once('data', resolve);
      });
      request.on('error', reject).end('{"pix":[]}');
    });
    expect(answer).toContain('Callback not found');
    const elsewhere = await call(path, keys.full.text, { method: 'POST' });
    expect([elsewhere.status, await errorOf(elsewhere)]).toEqual([404, expect.not.stringContaining('Callback')]);
  });

  it('lets no more than the limit through of 300 requests that come on one connection at once', async () => {
    const limited = toTenant(testIds.next('store', systemClock.real()), true);
    const shop = { name: 'Loja', website: 'https://loja.example', status: 'ACTIVE' as const, rateLimitPerSecond: 100 };
    await insertTestStore(keys.deps.db, limited, { createdAt: systemClock.real(), ...shop });
    const { text } = await transact(keys.deps, (tx) =>
      createApiKey(tx, limited, operator, {
        kind: 'SECRET',
        description: 'T',
        permissions: ['CUSTOMER:READ'],
      }),
    );
    const asked = `GET /v2/customers/list?limit=1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${text}\r\n`;
    const startedMs = performance.now();
    const statuses = await new Promise<readonly string[]>((resolve, reject) => {
      const socket = connectTo(gateway.port, '127.0.0.1');
      let received = '';
      socket.on('data', (data) => (received += data.toString('latin1')));
      socket.once('error', reject);
      socket.once('close', () => {
        resolve(Array.from(received.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status = '']) => status));
      });
      socket.write(`${asked}\r\n`.repeat(299) + `${asked}connection: close\r\n\r\n`);
    });
    expect(statuses).toHaveLength(300);
    const passed = statuses.filter((status) => status === '200').length;
    expect(passed + statuses.filter((status) => status === '429').length).toBe(300);
    // A machine that stands still for seconds lets as many more seconds' worth through.
    const seconds = Math.ceil((performance.now() - startedMs) / 1_000);
    expect(passed).toBeGreaterThanOrEqual(100);
    expect(passed).toBeLessThanOrEqual(100 * seconds);
  });

  it('refuses a revoked key within a second', async () => {
    const { key, text } = await transact(keys.deps, (tx) =>
      createApiKey(tx, keys.dev, operator, {
        kind: 'SECRET',
        description: 'Test',
        permissions,
      }),
    );
    expect((await call('/v2/customers/list', text)).status).toBe(200);
    await transact(keys.deps, (tx) => endApiKey(tx, keys.dev, operator, key.id));
    const revokedAtMs = performance.now();
    await waitFor('the refusal', async () => (await call('/v2/customers/list', text)).status === 401);
    // The second itself is of keyring.int.test.ts; without its end it would be the timeout of the test.
    expect(performance.now() - revokedAtMs).toBeLessThan(25_000);
  });

  it('answers 503 with the request id when a service is down, and goes on serving the others', async () => {
    const ask = () => call('/v2/webhooks/list', keys.full.text, { headers: { 'x-request-id': 'r-7' } });
    // At the deadline, to which a machine that stands still may come, it would be 504.
    const response = await waitFor('the refusal', async () => {
      const answer = await ask();
      return answer.status === 503 && answer;
    });
    expect(await errorOf(response)).toBe('The webhooks service is not available; try again (request r-7).');
    expect((await call('/v2/customers/list', keys.full.text)).status).toBe(200);
  });

  it('publishes the facts of its own tables', async () => {
    await waitFor('an empty outbox', async () => (await database.db('outbox').select('id')).length === 0);
  });

  it('answers probes on both ports and metrics on the operations port alone, without a key', async () => {
    const at = (port: number, path: string) => fetch(`http://127.0.0.1:${String(port)}${path}`);
    for (const port of [gateway.port, gateway.opsPort])
      for (const path of ['/livez', '/readyz']) expect((await at(port, path)).status).toBe(200);
    expect((await at(gateway.port, '/metrics')).status).toBe(404);
    const metrics = await (await at(gateway.opsPort, '/metrics')).text();
    expect(metrics).toContain(
      'pitanga_http_request_seconds_count{method="GET",route="/v2/customers/list",status="200"}',
    );
    expect(metrics).not.toContain('cust_x');
  });

  it('ends a request that is no HTTP with one sentence, in what an error of either version has', async () => {
    const answer = await new Promise<{ readonly status: number | undefined; readonly body: string }>(
      (resolve, reject) => {
        const headers = { 'x-large': 'x'.repeat(40_000) };
        get({ port: gateway.port, path: '/v2/store/get', headers }, (response) => {
          readText(response).then((body) => {
            resolve({ status: response.statusCode, body });
          }, reject);
        }).on('error', reject);
      },
    );
    const error = 'The headers of the request are too large';
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      431,
      { data: null, success: false, error, message: error, code: 'HEADERS_TOO_LARGE' },
    ]);
  });
});
