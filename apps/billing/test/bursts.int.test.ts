import { setTimeout as delay } from 'node:timers/promises';
import {
  AgreementServiceDefinition,
  BillingSettingsServiceDefinition,
  CardServiceDefinition,
  ChargeServiceDefinition,
  CheckoutServiceDefinition,
  CouponServiceDefinition,
  CustomerServiceDefinition,
  DisputeServiceDefinition,
  ProductServiceDefinition,
  RefundServiceDefinition,
} from '@pitanga/contracts';
import { isAppError, tenantOf, type Tenant } from '@pitanga/core';
import { createRpcClient } from '@pitanga/rpc';
import { loadConfig, type Service } from '@pitanga/runtime';
import { aTenant, silentLog, testDatabase, testIds, testInfra } from '@pitanga/testing';
import { billingConfig, createBilling } from '../src/billing';
import { call, defaultSettings, firstPage, type Billing } from './billing-harness';
import { burstRoutes } from './burst-routes';

// As the composition root starts it: the default pool, and 5 s of waiting for a connection.
const burst = 24;
/** Far below that wait, and enough for a busy machine. */
const readWithinMs = 3_000;

let database: Awaited<ReturnType<typeof testDatabase>>;
let service: Service;
let at: Billing;
let bystander: Tenant;

beforeAll(async () => {
  database = await testDatabase('billing');
  const environment = {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: testInfra().kafka,
    KAFKA_PREFIX: `billing-${testIds.token(8)}.`,
    PUBLIC_URL: 'http://pitanga.test',
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    LEDGER_ADDRESS: '127.0.0.1:1',
    LOG_LEVEL: 'silent',
  };
  service = await createBilling(loadConfig(billingConfig, environment), { log: silentLog });
  const client = { address: `127.0.0.1:${String(service.port)}`, deadlineMs: 60_000 };
  at = {
    db: database.db,
    clock: { real: () => new Date() },
    settings: createRpcClient(BillingSettingsServiceDefinition, client),
    customers: createRpcClient(CustomerServiceDefinition, client),
    products: createRpcClient(ProductServiceDefinition, client),
    coupons: createRpcClient(CouponServiceDefinition, client),
    checkouts: createRpcClient(CheckoutServiceDefinition, client),
    charges: createRpcClient(ChargeServiceDefinition, client),
    cards: createRpcClient(CardServiceDefinition, client),
    agreements: createRpcClient(AgreementServiceDefinition, client),
    refunds: createRpcClient(RefundServiceDefinition, client),
    disputes: createRpcClient(DisputeServiceDefinition, client),
  } as unknown as Billing;
  bystander = await configuredStore();
});

afterAll(async () => {
  for (const client of Object.values(at)) (client as { close?(): void }).close?.();
  await service.stop();
  await database.drop();
});

async function configuredStore(): Promise<Tenant> {
  const tenant = aTenant();
  const settings = { ...defaultSettings, automaticPixProd: true, storeId: tenant.storeId };
  await at.settings.configureBilling(settings, call());
  return tenant;
}

/** Moves what a store has made to production, where it has no provider and nobody has looked for one yet. */
async function inProduction({ storeId }: Tenant): Promise<Tenant> {
  const { rows } = await database.db.raw<{ rows: { table_name: string }[] }>(
    `select table_name from information_schema.columns where column_name = 'dev_mode'
     and table_name in ('customers', 'products', 'coupons', 'checkouts', 'charges', 'cards', 'card_tokens', 'agreements', 'disputes')`,
  );
  for (const { table_name: table } of rows) {
    await database.db(table).where({ store_id: storeId }).update({ dev_mode: false });
  }
  return tenantOf(storeId, false);
}

const outcomeOf = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'OK',
    (error: unknown) => (isAppError(error) ? error.reason : String(error)),
  );

async function timeOf(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

test.each(Object.entries(burstRoutes(() => at)))(
  'a burst of %s keeps no connection from the reads of other stores',
  async (_name, [prepare, reasons, isOfDevMode = false]) => {
    const dev = await configuredStore();
    const send = await prepare(dev);
    const tenant = isOfDevMode ? dev : await inProduction(dev);
    const outcomes = Promise.all(Array.from({ length: burst }, () => outcomeOf(send(tenant))));
    // The requests are on their way.
    await delay(20);
    const readMs = await timeOf(at.customers.listCustomers({ tenant: bystander, page: firstPage }, call()));
    const ended = new Set(await outcomes);
    ended.delete('OK');
    expect([...reasons]).toEqual(expect.arrayContaining([...ended]));
    expect(readMs).toBeLessThan(readWithinMs);
  },
);
