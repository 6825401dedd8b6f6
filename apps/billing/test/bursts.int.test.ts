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
import { tenantOf, type Tenant } from '@pitanga/core';
import { createRpcClient } from '@pitanga/rpc';
import { loadConfig, type Service } from '@pitanga/runtime';
import { aTenant, burst, burstReadMsMax, silentLog, testDatabase, testIds, testInfra } from '@pitanga/testing';
import { billingConfig, createBilling } from '../src/billing';
import { call, defaultSettings, firstPage, type Billing } from './billing-harness';
import { burstRoutes } from './burst-routes';

// As the composition root starts it: the default pool, and 5 s of waiting for a connection.
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
  await database.close();
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

test.each(Object.entries(burstRoutes(() => at)))(
  'a burst of %s keeps no connection from the reads of other stores',
  async (_name, [prepare, reasons, isOfDevMode = false]) => {
    const dev = await configuredStore();
    const send = await prepare(dev);
    const tenant = isOfDevMode ? dev : await inProduction(dev);
    const page = { tenant: bystander, page: firstPage };
    const { outcomes, readMs } = await burst(
      () => send(tenant),
      () => at.customers.listCustomers(page, call()),
    );
    const ended = outcomes.filter((outcome) => outcome !== 'OK');
    expect([...reasons]).toEqual(expect.arrayContaining(ended));
    expect(readMs).toBeLessThan(burstReadMsMax);
  },
);
