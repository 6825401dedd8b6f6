import {
  BillingSettingsServiceDefinition,
  PayoutsSettingsServiceDefinition,
  type ConfigureBillingRequest,
  type ConfigurePayoutsRequest,
} from '@pitanga/contracts';
import { everyTenant, systemClock, tenantOf, unavailable } from '@pitanga/core';
import { createRpcServer, type RpcServer } from '@pitanga/rpc';
import { createMetrics, createSealer, randomBytes } from '@pitanga/runtime';
import { silentLog, testDatabase, testIds, type TestDatabase } from '@pitanga/testing';
import { createDemoStore } from '../admin/demo-store';
import { createKeyring } from '../api-keys/keyring';
import { permissions } from '../access/permission';
import { closeClients, connectSettingsClients } from '../clients';
import { defaultFees } from './store';
import { findStore, findStoreByName } from './store-repository';
import { completeStore, createStore, type NewStore, type StoreCreationDeps } from './store-service';

const billingCalls: ConfigureBillingRequest[] = [];
const payoutsCalls: ConfigurePayoutsRequest[] = [];
let arePayoutsDown = false;

describe('creating a store', () => {
  let database: TestDatabase;
  let server: RpcServer;
  let deps: StoreCreationDeps;

  beforeAll(async () => {
    database = await testDatabase('gateway');
    server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'settings' });
    server.add(BillingSettingsServiceDefinition, {
      configureBilling: (request) => Promise.resolve(void billingCalls.push(request)).then(() => ({})),
    });
    server.add(PayoutsSettingsServiceDefinition, {
      configurePayouts: (request) => {
        if (arePayoutsDown) return Promise.reject(unavailable('down'));
        payoutsCalls.push(request);
        return Promise.resolve({});
      },
    });
    const address = `127.0.0.1:${await server.start('127.0.0.1:0')}`;
    const settings = connectSettingsClients({ BILLING_ADDRESS: address, PAYOUTS_ADDRESS: address }, silentLog);
    const sealer = createSealer(randomBytes(32).toString('base64'));
    deps = { db: database.db, clock: systemClock, ids: testIds, settings, sealer };
  });

  afterAll(async () => {
    closeClients(deps.settings);
    await server.stop(1_000);
    await database.drop();
  });

  beforeEach(() => {
    billingCalls.length = 0;
    payoutsCalls.length = 0;
    arePayoutsDown = false;
  });

  const input = (name: string): NewStore => ({
    name,
    website: 'https://loja.example',
    taxId: '11.222.333/0001-81',
    city: 'SAO PAULO',
    fees: defaultFees,
    automaticPix: { dev: true, prod: false },
  });
  const events = (storeId: string) =>
    database.db('outbox').where({ key: storeId }).select<{ type: string }[]>('type', 'payload');

  it('tells billing and payouts the settings, then makes it ACTIVE and announces it', async () => {
    const store = await createStore(deps, input('Loja A'));
    expect(billingCalls).toEqual([
      {
        storeId: store.id,
        merchantName: 'Loja A',
        merchantCity: 'SAO PAULO',
        pixFeeCents: 80,
        boletoFeeCents: 250,
        cardFees: { singleBasisPoints: 350, shortBasisPoints: 400, longBasisPoints: 450, fixedCents: 60 },
        automaticPixDev: true,
        automaticPixProd: false,
      },
    ]);
    expect(payoutsCalls).toEqual([{ storeId: store.id, holderTaxId: '11222333000181', payoutFeeCents: 80 }]);
    expect((await findStore(deps.db, tenantOf(store.id, true)))?.status).toBe('ACTIVE');
    expect((await events(store.id)).map(({ type }) => type)).toEqual(['store.created']);
  });

  it('keeps the tax id sealed', async () => {
    const store = await createStore(deps, input('Loja B'));
    const row = await database.db('stores').where({ id: store.id }).first<{ tax_id_sealed: Buffer }>();
    expect(row.tax_id_sealed.toString('latin1')).not.toContain('11222333000181');
    expect(deps.sealer.open(row.tax_id_sealed, ['stores', 'tax_id_sealed', store.id])).toBe('11222333000181');
    expect(JSON.stringify(await events(store.id))).not.toContain('11222333000181');
  });

  it('can be finished after a service was away, and is announced once', async () => {
    arePayoutsDown = true;
    await expect(createStore(deps, input('Loja C'))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    const half = await findStoreByName(deps.db, everyTenant, 'Loja C');
    expect(half?.status).toBe('CREATING');
    expect(await events(half!.id)).toEqual([]);
    arePayoutsDown = false;
    expect((await completeStore(deps, half!.id, input('Loja C'))).status).toBe('ACTIVE');
    await completeStore(deps, half!.id, input('Loja C'));
    expect(await events(half!.id)).toHaveLength(1);
  });

  it('refuses a tax id that is none before anything is written', async () => {
    await expect(createStore(deps, { ...input('Loja D'), taxId: '11222333000180' })).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
    });
    expect(await findStoreByName(deps.db, everyTenant, 'Loja D')).toBeUndefined();
  });

  it('makes one demo store without a rate limit, with working keys, however often it is asked', async () => {
    arePayoutsDown = true;
    await expect(createDemoStore(deps, everyTenant)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    arePayoutsDown = false;
    const first = await createDemoStore(deps, everyTenant);
    const second = await createDemoStore(deps, everyTenant);
    expect(second.storeId).toBe(first.storeId);
    const keyring = createKeyring({ db: deps.db, all: everyTenant, log: silentLog, clock: systemClock });
    const dev = await keyring.resolve(second.devKey);
    expect([dev?.tenant, dev?.rateLimitPerSecond, dev?.permissions.size]).toEqual([
      tenantOf(first.storeId, true),
      0,
      permissions.length,
    ]);
    expect((await keyring.resolve(first.prodKey))?.tenant.devMode).toBe(false);
    const reader = await keyring.resolve(first.readOnlyKey);
    expect([...(reader?.permissions ?? [])].every((name) => name.endsWith(':READ'))).toBe(true);
    expect(reader?.permissions.has('CUSTOMER:READ')).toBe(true);
    expect(first.publicKey).toMatch(/^pk_dev_/);
    expect((await keyring.resolve(first.publicKey))?.actor.kind).toBe('PUBLIC_KEY');
    expect((await keyring.resolve(first.prodPublicKey))?.tenant.devMode).toBe(false);
  });
});
