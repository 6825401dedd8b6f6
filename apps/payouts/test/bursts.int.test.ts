import {
  LedgerServiceDefinition,
  PayoutAccountServiceDefinition,
  PayoutServiceDefinition,
  PayoutsSettingsServiceDefinition,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { createRpcClient, createRpcServer, type RpcClient, type RpcHandlers, type RpcServer } from '@pitanga/rpc';
import { createMetrics, loadConfig, type Service } from '@pitanga/runtime';
import {
  aTenant,
  burst,
  burstReadMsMax,
  silentLog,
  testDatabase,
  testInfra,
  type Burst,
  type TestDatabase,
} from '@pitanga/testing';
import { createPayouts, payoutsConfig } from '../src/payouts';
import type { FakeProvider } from './fake-provider';
import { aLedger } from './ledger-stand-in';
import { aRequest, call, holderTaxId, required, type Asked } from './payouts-harness';
import { startProviderWithKeys } from './production-payouts';

const ledger = aLedger();
let database: TestDatabase;
let ledgerServer: RpcServer;
let fake: FakeProvider;
let service: Service;
let payouts: RpcClient<PayoutServiceDefinition>;
let accounts: RpcClient<PayoutAccountServiceDefinition>;
let settings: RpcClient<PayoutsSettingsServiceDefinition>;

beforeAll(async () => {
  database = await testDatabase('payouts');
  ledgerServer = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'ledger' });
  ledgerServer.add(LedgerServiceDefinition, ledger as unknown as RpcHandlers<LedgerServiceDefinition>);
  fake = await startProviderWithKeys();
  const config = loadConfig(payoutsConfig, {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: testInfra().kafka,
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    PUBLIC_URL: 'https://pay.example.com',
    LEDGER_ADDRESS: `127.0.0.1:${String(await ledgerServer.start('127.0.0.1:0'))}`,
    PROVIDER_ALLOWED_RANGES: '127.0.0.0/8',
  });
  service = await createPayouts(config, { log: silentLog });
  const options = { address: `127.0.0.1:${String(service.port)}`, deadlineMs: 60_000 };
  payouts = createRpcClient(PayoutServiceDefinition, options);
  accounts = createRpcClient(PayoutAccountServiceDefinition, options);
  settings = createRpcClient(PayoutsSettingsServiceDefinition, options);
});
afterAll(async () => {
  for (const client of [payouts, accounts, settings]) client.close();
  await service.stop();
  await ledgerServer.stop(1_000);
  await fake.stop();
  await database.close();
});

const configure = ({ storeId }: Tenant, version = 1, aboveCents?: number) =>
  settings.configurePayouts(
    { storeId, holderTaxId, payoutFeeCents: 80, version, approvalLimit: { aboveCents } },
    call(),
  );
const configureAccount = ({ storeId }: Tenant) =>
  accounts.configurePayoutAccount({ storeId, settingsJson: JSON.stringify(fake.settings), check: false }, call());
const create = (tenant: Tenant, changes?: Asked) => payouts.createPayout(aRequest(tenant, changes), call());

async function aStore(devMode: boolean, aboveCents?: number): Promise<Tenant> {
  const tenant = aTenant(devMode);
  await configure(tenant, 1, aboveCents);
  ledger.fund(tenant, 10_000_000);
  return tenant;
}

async function besideARead(write: (index: number) => Promise<unknown>): Promise<Burst> {
  const tenant = aTenant(true);
  const page = { limit: 1, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };
  const request = { tenant, page, kind: 'PAYOUT_KIND_WITHDRAW', id: undefined, externalId: undefined } as const;
  return burst(write, () => payouts.listPayouts({ ...request, status: undefined }, call()));
}

function expectNoWait({ outcomes, readMs }: Burst, expected: readonly string[]): void {
  expect(outcomes).toEqual(expected);
  expect(readMs).toBeLessThan(burstReadMsMax);
}

describe('many at once keep no connection from others and wait for none:', () => {
  test('settings of a store', async () => {
    const tenant = aTenant(false);
    expectNoWait(await besideARead((index) => configure(tenant, index + 1)), ['OK']);
  });

  test('accounts of stores, set and removed', async () => {
    const tenants = Array.from({ length: 24 }, () => aTenant(false));
    expectNoWait(await besideARead((index) => configureAccount(required(tenants[index]))), ['OK']);
    const remove = (index: number) =>
      accounts.removePayoutAccount({ storeId: required(tenants[index]).storeId }, call());
    expectNoWait(await besideARead(remove), ['OK']);
  });

  test('payouts of a production store without a provider', async () => {
    const tenant = await aStore(false);
    expectNoWait(await besideARead(() => create(tenant)), ['PROVIDER_NOT_CONFIGURED']);
  });

  test('payouts of a production store with a provider whose account is not in the cache', async () => {
    const tenant = await aStore(false);
    await configureAccount(tenant);
    expectNoWait(await besideARead(() => create(tenant)), ['OK']);
  });

  test('decisions about payouts that wait for a second person', async () => {
    const tenant = await aStore(false, 1);
    await configureAccount(tenant);
    const requestedBy = { kind: 'PAYOUT_ACTOR_KIND_USER', id: 'user_1' } as const;
    const made = await Promise.all(Array.from({ length: 24 }, () => create(tenant, { requestedBy })));
    const ids = made.map(({ payout }) => required(payout).id);
    const userId = 'user_2';
    const approve = (index: number) =>
      payouts.approvePayout({ tenant, id: required(ids[index]), userId, madeKeyIds: [] }, call());
    expectNoWait(await besideARead(approve), ['OK']);
    const reject = (index: number) => payouts.rejectPayout({ tenant, id: required(ids[index]), userId }, call());
    expectNoWait(await besideARead(reject), ['PAYOUT_APPROVAL_DECIDED']);
  });

  test('callbacks', async () => {
    const body = Buffer.from('{}');
    const callback = { segment: 'unknown', body, timestamp: '1', signature: 'x' };
    expectNoWait(await besideARead(() => payouts.receivePayoutCallback(callback, call())), [
      'PAYOUT_CALLBACK_NOT_FOUND',
    ]);
  });
});
