import { freePort, silentLog, startAsaasStandIn, type AsaasStandIn } from '@pitanga/testing';
import type { AsaasUse } from '../src/asaas/asaas-budget';
import {
  asaasLimits,
  createAsaasClient,
  type AsaasCall,
  type AsaasClient,
  type AsaasLimits,
} from '../src/asaas/asaas-client';
import { checkAsaasConfig, type AsaasConfig } from '../src/asaas/asaas-config';

let asaas: AsaasStandIn;
let open: AsaasClient[] = [];
beforeAll(async () => {
  asaas = await startAsaasStandIn(() => new Date());
});
afterEach(() => {
  for (const client of open) client.close();
  open = [];
});
afterAll(() => asaas.stop());

const patient = { ...asaasLimits, connectMs: 20_000, attemptMs: 20_000, operationMs: 60_000 };

function clientOf(over: Partial<AsaasConfig> = {}, limits: Partial<AsaasLimits> = {}): AsaasClient {
  const { apiKey, baseUrl: apiBaseUrl, ca } = asaas;
  const client = createAsaasClient({
    config: { apiKey, environment: 'SANDBOX', apiBaseUrl, ca, ...over },
    log: silentLog,
    observe: () => undefined,
    providerRanges: ['127.0.0.0/8'],
    limits: { ...patient, ...limits },
  });
  open.push(client);
  return client;
}

const read: AsaasCall = { operation: 'read_balance', method: 'GET', path: '/finance/balance', isRepeatable: true };
const create: AsaasCall = {
  operation: 'create_customer',
  method: 'POST',
  path: '/customers',
  body: { name: 'Ana', cpfCnpj: '12345678909' },
  isRepeatable: false,
};
const seen = (pattern: RegExp): number => asaas.seen.filter((name) => pattern.test(name)).length;

it('reads with the key, and takes a create that is answered 200', async () => {
  expect(await clientOf().accepted(read)).toEqual({ balance: 0 });
  expect(await clientOf().accepted(create)).toMatchObject({ id: expect.stringMatching(/^cus_\d{12}$/) as string });
});

it('repeats a read whose answer was lost, and never a create', async () => {
  const before = seen(/^GET \/finance/);
  asaas.loseAnswer(/^GET \/finance/);
  expect(await clientOf().accepted(read)).toEqual({ balance: 0 });
  expect(seen(/^GET \/finance/) - before).toBe(2);
  const customers = asaas.books.customers.length;
  asaas.loseAnswer(/^POST \/customers/);
  await expect(clientOf().accepted(create)).rejects.toMatchObject({ reason: 'ASAAS_UNAVAILABLE' });
  expect(asaas.books.customers.length).toBe(customers + 1);
});

it('repeats a read whose connection is refused, unless another account is asked then', async () => {
  const outcomes: string[] = [];
  const client = createAsaasClient({
    config: { apiKey: 'any', environment: 'SANDBOX', apiBaseUrl: `https://127.0.0.1:${String(await freePort())}/v3` },
    log: silentLog,
    observe: (_operation, outcome) => outcomes.push(outcome),
    providerRanges: ['127.0.0.0/8'],
    limits: { ...patient, repeatsMax: 1 },
  });
  open.push(client);
  await expect(client.ask(read)).rejects.toMatchObject({ reason: 'ASAAS_UNAVAILABLE' });
  expect(outcomes.splice(0)).toEqual(['econnrefused', 'econnrefused']);
  await expect(client.givingWay().ask(read)).rejects.toMatchObject({ reason: 'ASAAS_UNAVAILABLE' });
  expect(outcomes).toEqual(['econnrefused']);
});

it('tells a wrong key from a permission that the key lacks, which has no body, and from the edge', async () => {
  const other = clientOf({ apiKey: '$aact_hmlg_another-account' });
  await expect(other.ask(read)).rejects.toMatchObject({ reason: 'ASAAS_DENIED', metadata: { denial: 'KEY' } });
  asaas.failNext(/^GET \/finance/, { status: 401 });
  await expect(clientOf().ask(read)).rejects.toMatchObject({ metadata: { denial: 'PERMISSION' } });
  asaas.failNext(/^GET \/finance/, { status: 403 });
  await expect(clientOf().ask(read)).rejects.toMatchObject({ metadata: { denial: 'EDGE' } });
});

it('says a refusal by its code and never by its text, and knows 404 without a body', async () => {
  const bad = { ...create, body: { name: 'Ana', cpfCnpj: '11111111111' } };
  await expect(clientOf().accepted(bad)).rejects.toMatchObject({
    kind: 'FAILED_PRECONDITION',
    reason: 'ASAAS_REFUSED',
    metadata: { providerCode: 'invalid_object' },
  });
  expect(await clientOf().found({ ...read, path: '/payments/pay_0000000000000000' })).toBeUndefined();
});

it('holds a 400 without a code of its own for no refusal: the outcome is unknown', async () => {
  asaas.failNext(/^POST \/customers/, { status: 400 });
  await expect(clientOf().accepted(create)).rejects.toMatchObject({ reason: 'ASAAS_UNAVAILABLE' });
});

it('after a 429 leaves a route alone until its reset, and the others not', async () => {
  const client = clientOf();
  const before = seen(/^GET \/finance/);
  asaas.failNext(/^GET \/finance/, { status: 429, headers: { 'RateLimit-Limit': '100', 'RateLimit-Reset': '3600' } });
  await expect(client.ask(read)).rejects.toMatchObject({ reason: 'ASAAS_BUSY' });
  await expect(client.ask(read)).rejects.toMatchObject({ reason: 'ASAAS_BUSY' });
  expect(seen(/^GET \/finance/) - before).toBe(1);
  await client.accepted(create);
});

describe('settings', () => {
  const production: AsaasConfig = { apiKey: '$aact_prod_0123456789', environment: 'PRODUCTION' };
  const check = (over: Partial<AsaasConfig>, canUseSandbox = false) => {
    checkAsaasConfig({ ...production, ...over }, { canUseSandbox, providerRanges: ['127.0.0.0/8'] });
  };

  it('are of one environment, and of the sandbox only where the operator allows it', () => {
    expect(() => check({})).not.toThrow();
    expect(() => check({ environment: 'SANDBOX' }, true)).toThrow(/key of PRODUCTION/);
    const sandbox = { apiKey: '$aact_hmlg_0123456789', environment: 'SANDBOX' } as const;
    expect(() => check(sandbox)).toThrow(/should be PRODUCTION/);
    expect(() => check(sandbox, true)).not.toThrow();
    expect(() => check({ apiBaseUrl: 'https://127.0.0.1:1/v3' })).toThrow(/are for tests/);
    expect(() => check({ ...sandbox, apiBaseUrl: 'https://127.0.0.1:1/v3' }, true)).not.toThrow();
  });
});

it('asks nothing for a use whose calls are spent, and tells its budget of every call', async () => {
  const { apiKey, baseUrl: apiBaseUrl, ca } = asaas;
  const taken: AsaasUse[] = [];
  const client = createAsaasClient({
    config: { apiKey, environment: 'SANDBOX', apiBaseUrl, ca },
    log: silentLog,
    observe: () => undefined,
    providerRanges: ['127.0.0.0/8'],
    limits: patient,
    budget: {
      take: (use) => {
        taken.push(use);
        return Promise.resolve(use === 'PAYMENT');
      },
      slowness: () => 3,
    },
  });
  open.push(client);
  const before = seen(/^GET \/finance/);
  await expect(client.within('LIST').accepted(read)).rejects.toMatchObject({ reason: 'ASAAS_BUSY' });
  await expect(client.within('FOLLOW').found(read)).rejects.toMatchObject({ reason: 'ASAAS_BUSY' });
  expect(seen(/^GET \/finance/)).toBe(before);
  asaas.loseAnswer(/^GET \/finance/);
  expect(await client.accepted(read)).toEqual({ balance: 0 });
  // A repeat is a call, too.
  expect(taken).toEqual(['LIST', 'FOLLOW', 'PAYMENT', 'PAYMENT']);
  expect(client.within('LIST').slowness()).toBe(3);
});
