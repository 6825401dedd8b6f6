import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AgreementServiceDefinition,
  BillingSettingsServiceDefinition,
  ChargeServiceDefinition,
  CheckoutServiceDefinition,
  CouponServiceDefinition,
  CustomerServiceDefinition,
  FileServiceDefinition,
  ProductServiceDefinition,
  RefundServiceDefinition,
  CardServiceDefinition,
  StripeAccountServiceDefinition,
  DisputeServiceDefinition,
  type CreateCheckoutRequest,
  type CreatePixChargeRequest,
  type CustomerInput,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createRpcClient, createRpcServer, type CallContext, type RpcClient } from '@pitanga/rpc';
import { createMetrics, createSealer, createWaitingGate, type Log, type Metrics, type Sealer } from '@pitanga/runtime';
import { aTenant, silentLog, testClock, testDatabase, testIds, type TestClock } from '@pitanga/testing';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { addBillingServices } from '../src/api/billing-services';
import { attemptConfig, type AttemptConfig } from '../src/attempts/attempt';
import { createAttemptMetrics } from '../src/attempts/attempt-metrics';
import { createPixMetrics } from '../src/bacen-pix/pix-metrics';
import { madeUpCpf } from '../src/charges/made-up-payer';
import type { Deps } from '../src/deps';
import { createFileDeps } from '../src/files/file-deps';
import { downloadsBusy } from '../src/files/file-errors';
import { createPixAccounts } from '../src/pix-accounts/pix-accounts';
import { noProviders, type Providers } from '../src/provider/providers';
import { createSimulatedProviders } from '../src/provider/simulated-providers';
import { createStripeMetrics } from '../src/stripe/stripe-metrics';
import { createStripeAccounts } from '../src/stripe-accounts/stripe-accounts';
import { createSettingsCache } from '../src/store-settings/settings-cache';
import { aLedger, type LedgerStandIn } from './ledger-stand-in';

export interface Billing {
  readonly db: Db;
  /** The folder of product files; created with the first one. */
  readonly filesDir: string;
  readonly deps: Deps;
  /** Stands in for the ledger: records its calls, and refuses what a test sets. */
  readonly ledger: LedgerStandIn;
  readonly clock: TestClock;
  readonly settings: RpcClient<BillingSettingsServiceDefinition>;
  readonly customers: RpcClient<CustomerServiceDefinition>;
  readonly products: RpcClient<ProductServiceDefinition>;
  readonly coupons: RpcClient<CouponServiceDefinition>;
  readonly checkouts: RpcClient<CheckoutServiceDefinition>;
  readonly charges: RpcClient<ChargeServiceDefinition>;
  readonly files: RpcClient<FileServiceDefinition>;
  readonly cards: RpcClient<CardServiceDefinition>;
  readonly agreements: RpcClient<AgreementServiceDefinition>;
  readonly refunds: RpcClient<RefundServiceDefinition>;
  readonly stripe: RpcClient<StripeAccountServiceDefinition>;
  readonly disputes: RpcClient<DisputeServiceDefinition>;
  readonly metrics: Metrics;
  /** The providers of production stores; none until a test sets them. */
  readonly production: { providers: Providers; readonly simulated: Providers };
  /** A store with settings, in dev mode by default. */
  configuredStore(devMode?: boolean): Promise<Tenant>;
  stop(): Promise<void>;
}

/** Where the test servers of providers are. */
export const thisMachine = ['127.0.0.0/8'];

/** Billing's real gRPC server on a database of its own, without the relay, so that the outbox can be read. */
export async function startBilling(
  options: {
    readonly canEnsureSameTaxId?: boolean;
    readonly log?: Log;
    readonly limits?: AttemptConfig;
    readonly sealer?: Sealer;
  } = {},
): Promise<Billing> {
  const { log = silentLog, limits = Value.Create(Type.Object(attemptConfig)) } = options;
  const database = await testDatabase('billing');
  const clock = testClock();
  const simulated = createSimulatedProviders({
    ids: testIds,
    clock,
    canEnsureSameTaxId: options.canEnsureSameTaxId ?? true,
  });
  const production: Billing['production'] = { providers: noProviders, simulated };
  const sealer = options.sealer ?? createSealer(Buffer.alloc(32, 7).toString('base64'), { format: 2 });
  const filesDir = join(tmpdir(), `pitanga-files-${testIds.token(10)}`);
  // Waits are tested in waiting-gate.test.ts; here every download gets a slot, however slow the machine is.
  const gate = createWaitingGate({ max: 8, groupMax: 2, groupWaitingMax: 16, waitMs: 60_000 }, downloadsBusy);
  const ledger = aLedger();
  const metrics = createMetrics();
  const pixMetrics = createPixMetrics(createMetrics());
  const account = { db: database.db, clock, log: silentLog, sealer, providerRanges: thisMachine };
  const pixAccounts = createPixAccounts({ ...account, pixMetrics });
  const stripeMetrics = createStripeMetrics(createMetrics());
  const stripeAccounts = createStripeAccounts({ ...account, stripeMetrics });
  const tools = {
    clock,
    ids: testIds,
    log,
    sealer,
    attempts: { limits, metrics: createAttemptMetrics(metrics) },
    publicUrl: 'http://pitanga.test',
  };
  const deps: Deps = {
    ...tools,
    db: database.db,
    tools,
    files: { ...createFileDeps({ ALLOW_LOOPBACK_IN_DEV_MODE: true, BLOB_STORE_DIR: filesDir }, sealer), gate },
    settings: createSettingsCache(clock),
    providersOf: (tenant) => Promise.resolve(tenant.devMode ? simulated : production.providers),
    ledger,
    pixAccounts,
    pixMetrics,
    stripeAccounts,
    stripeMetrics,
    canUseStripeTestMode: true,
    providerRanges: thisMachine,
    lateWork: new Set(),
  };
  const server = createRpcServer({ log, metrics: createMetrics(), domain: 'billing' });
  addBillingServices(server, deps);
  const client = { address: `127.0.0.1:${String(await server.start('127.0.0.1:0'))}`, deadlineMs: 60_000, log };
  const settings = createRpcClient(BillingSettingsServiceDefinition, client);
  const clients = {
    customers: createRpcClient(CustomerServiceDefinition, client),
    products: createRpcClient(ProductServiceDefinition, client),
    coupons: createRpcClient(CouponServiceDefinition, client),
    checkouts: createRpcClient(CheckoutServiceDefinition, client),
    charges: createRpcClient(ChargeServiceDefinition, client),
    cards: createRpcClient(CardServiceDefinition, client),
    agreements: createRpcClient(AgreementServiceDefinition, client),
    refunds: createRpcClient(RefundServiceDefinition, client),
    files: createRpcClient(FileServiceDefinition, client),
    stripe: createRpcClient(StripeAccountServiceDefinition, client),
    disputes: createRpcClient(DisputeServiceDefinition, client),
  };
  return {
    ...clients,
    production,
    metrics,
    db: database.db,
    ledger,
    filesDir,
    deps,
    clock,
    settings,
    configuredStore: async (devMode = true) => {
      const tenant = aTenant(devMode);
      await settings.configureBilling({ ...defaultSettings, storeId: tenant.storeId }, call());
      return tenant;
    },
    stop: async () => {
      for (const opened of [settings, ...Object.values(clients)]) opened.close();
      await server.stop(1_000);
      await deps.files.egress.close();
      await rm(filesDir, { recursive: true, force: true });
      await database.close();
    },
  };
}

export const defaultSettings = {
  merchantName: 'Loja São João',
  merchantCity: 'São Paulo',
  pixFeeCents: 80,
  boletoFeeCents: 250,
  cardFees: { singleBasisPoints: 350, shortBasisPoints: 400, longBasisPoints: 450, fixedCents: 60 },
  automaticPixDev: true,
  automaticPixProd: false,
};

/** Sets the clock of this billing, forwards or back. */
export function setClock({ clock }: Billing, at: string): void {
  clock.advance(new Date(at).getTime() - clock.real().getTime());
}

/** A call, with an idempotency key when one is given. */
export function call(key?: string, fingerprint = 'same'): CallContext {
  const requestId = `req_${testIds.token(24)}`;
  return key === undefined ? { requestId } : { requestId, idempotency: { key, operation: 'test', fingerprint } };
}

/** A customer whose data no other customer has. */
export function aCustomer(overrides: Partial<CustomerInput> = {}): CustomerInput {
  const word = testIds.token(8).toLowerCase();
  return {
    email: `${word}@example.com`,
    taxId: madeUpCpf(word),
    name: `Ana ${word}`,
    cellphone: '(11) 98765-4321',
    zipCode: undefined,
    metadataJson: '{}',
    ...overrides,
  };
}

export function aPixCharge(tenant: Tenant, overrides: Partial<CreatePixChargeRequest> = {}): CreatePixChargeRequest {
  return {
    tenant,
    amountCents: 12_345,
    description: undefined,
    expiresInSeconds: 3_600,
    externalId: undefined,
    customer: undefined,
    customerId: undefined,
    metadataJson: '{}',
    ensureSameTaxId: false,
    ...overrides,
  };
}

export function aCheckout(
  tenant: Tenant,
  products: readonly string[],
  overrides: Partial<CreateCheckoutRequest> = {},
): CreateCheckoutRequest {
  return {
    tenant,
    items: products.map((product) => ({ product, quantity: 1, line: undefined })),
    methods: [],
    frequency: 'CHECKOUT_FREQUENCY_ONE_TIME',
    externalId: undefined,
    customerId: undefined,
    customer: undefined,
    returnUrl: undefined,
    completionUrl: undefined,
    dueDate: undefined,
    skipCustomer: false,
    skipReview: false,
    metadataJson: '{}',
    externalIdIsLabel: false,
    maxInstallments: 0,
    coupons: [],
    allowCoupons: false,
    interestBasisPoints: undefined,
    maxRetry: undefined,
    retryEveryDays: undefined,
    fine: undefined,
    ...overrides,
  };
}

/** A product of this price; returns its external id. */
export async function aProduct(billing: Billing, tenant: Tenant, priceCents = 5_000): Promise<string> {
  const externalId = testIds.token(10);
  const product = { tenant, externalId, name: `Product ${externalId}`, description: '', priceCents, currency: 'BRL' };
  await billing.products.createProduct({ ...product, cycle: undefined, trialDays: undefined }, call());
  return externalId;
}

/** One page of everything. */
export const firstPage = {
  limit: 100,
  after: undefined,
  before: undefined,
  createdFrom: undefined,
  createdTo: undefined,
};

/** The store's events, oldest first, without billing_settings.changed. */
export async function readEvents(
  billing: Billing,
  tenant: Tenant,
): Promise<{ readonly type: string; readonly key: string; readonly payload: Record<string, unknown> }[]> {
  const rows = (await billing
    .db('outbox')
    .select('type', 'key', 'payload')
    .whereRaw(`payload::text like ?`, [`%${tenant.storeId}%`])
    .whereNot({ type: 'billing_settings.changed' })
    .orderBy('id')) as { type: string; key: string; payload: string }[];
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as Record<string, unknown> }));
}

/** The types of the store's events, oldest first. */
export const eventTypes = async (billing: Billing, tenant: Tenant): Promise<string[]> =>
  (await readEvents(billing, tenant)).map(({ type }) => type);

/** How many rows of a table are the store's. */
export async function countRows({ db }: Billing, table: string, { storeId }: Tenant): Promise<number> {
  const rows: unknown[] = await db(table).where({ store_id: storeId });
  return rows.length;
}
