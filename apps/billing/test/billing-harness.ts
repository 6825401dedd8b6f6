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
  KeyPaymentServiceDefinition,
  PixAccountServiceDefinition,
  PortalServiceDefinition,
  ProductServiceDefinition,
  RefundRequestServiceDefinition,
  RefundServiceDefinition,
  CardServiceDefinition,
  AsaasAccountServiceDefinition,
  StripeAccountServiceDefinition,
  CapabilityServiceDefinition,
  DisputeServiceDefinition,
  type CreateCheckoutRequest,
  type CreatePixChargeRequest,
  type CustomerInput,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createRpcClient, type CallContext, type RpcClient } from '@pitanga/rpc';
import { loadConfig, type Log, type Sealer } from '@pitanga/runtime';
import { aTenant, silentLog, testClock, testDatabase, testIds, type TestClock } from '@pitanga/testing';
import { billingConfig, createBilling, type BillingConfig } from '../src/billing';
import { madeUpCpf } from '../src/charges/made-up-payer';
import type { Providers } from '../src/provider/providers';
import { startLedgerStandIn, type LedgerStandIn } from './ledger-stand-in';

export interface Billing {
  readonly db: Db;
  /** The folder of product files; created with the first one. */
  readonly filesDir: string;
  readonly deps: Awaited<ReturnType<typeof createBilling>>['deps'];
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
  readonly pix: RpcClient<PixAccountServiceDefinition>;
  readonly keyPayments: RpcClient<KeyPaymentServiceDefinition>;
  readonly asaas: RpcClient<AsaasAccountServiceDefinition>;
  readonly stripe: RpcClient<StripeAccountServiceDefinition>;
  readonly disputes: RpcClient<DisputeServiceDefinition>;
  readonly portals: RpcClient<PortalServiceDefinition>;
  readonly refundRequests: RpcClient<RefundRequestServiceDefinition>;
  readonly capabilities: RpcClient<CapabilityServiceDefinition>;
  /** What an operator's Prometheus would read. */
  metrics(): Promise<string>;
  /** What production stores have instead of the providers of their accounts, and what dev mode has. */
  readonly production: { providers: Providers | undefined; readonly simulated: Providers };
  /** A store with settings, in dev mode by default. */
  configuredStore(devMode?: boolean): Promise<Tenant>;
  stop(): Promise<void>;
}

/** Settings without a default, and where the test servers of providers are; the rest is as deployed. */
const environment = (databaseUrl: string, ledgerAddress: string, filesDir: string) => ({
  DATABASE_URL: databaseUrl,
  // Nothing connects to it: the outbox stays for the test to read.
  KAFKA_BROKERS: '127.0.0.1:1',
  LEDGER_ADDRESS: ledgerAddress,
  PUBLIC_URL: 'http://pitanga.test',
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  PROVIDER_ALLOWED_RANGES: '127.0.0.0/8',
  ALLOW_LOOPBACK_IN_DEV_MODE: 'true',
  ALLOW_STRIPE_TEST_MODE: 'true',
  ALLOW_ASAAS_SANDBOX: 'true',
  BLOB_STORE_DIR: filesDir,
});

/** Billing as production composes it, on a database of its own. Its jobs run when a test runs them. */
export async function startBilling(
  options: {
    readonly log?: Log;
    readonly sealer?: Sealer;
    /** Settings other than those of the other tests. */
    readonly settings?: Partial<BillingConfig>;
  } = {},
): Promise<Billing> {
  const { log = silentLog, sealer, settings = {} } = options;
  const database = await testDatabase('billing');
  const clock = testClock();
  const filesDir = join(tmpdir(), `pitanga-files-${testIds.token(10)}`);
  const ledger = await startLedgerStandIn();
  const production: { providers: Providers | undefined } = { providers: undefined };
  const service = await createBilling(
    { ...loadConfig(billingConfig, environment(database.url, ledger.address, filesDir)), ...settings },
    {
      clock,
      log,
      background: false,
      ...(sealer && { sealer }),
      production: (accounts) => async (tenant) => production.providers ?? (await accounts(tenant)),
    },
  );
  const { deps, port, opsPort } = service;
  const client = { address: `127.0.0.1:${String(port)}`, deadlineMs: 60_000, log };
  const clients = {
    settings: createRpcClient(BillingSettingsServiceDefinition, client),
    customers: createRpcClient(CustomerServiceDefinition, client),
    products: createRpcClient(ProductServiceDefinition, client),
    coupons: createRpcClient(CouponServiceDefinition, client),
    checkouts: createRpcClient(CheckoutServiceDefinition, client),
    charges: createRpcClient(ChargeServiceDefinition, client),
    cards: createRpcClient(CardServiceDefinition, client),
    agreements: createRpcClient(AgreementServiceDefinition, client),
    refunds: createRpcClient(RefundServiceDefinition, client),
    files: createRpcClient(FileServiceDefinition, client),
    pix: createRpcClient(PixAccountServiceDefinition, client),
    keyPayments: createRpcClient(KeyPaymentServiceDefinition, client),
    asaas: createRpcClient(AsaasAccountServiceDefinition, client),
    stripe: createRpcClient(StripeAccountServiceDefinition, client),
    disputes: createRpcClient(DisputeServiceDefinition, client),
    portals: createRpcClient(PortalServiceDefinition, client),
    refundRequests: createRpcClient(RefundRequestServiceDefinition, client),
    capabilities: createRpcClient(CapabilityServiceDefinition, client),
  };
  return {
    ...clients,
    production: Object.assign(production, { simulated: await deps.findProviders(aTenant()) }),
    metrics: async () => (await fetch(`http://127.0.0.1:${String(opsPort)}/metrics`)).text(),
    db: database.db,
    ledger,
    filesDir,
    deps,
    clock,
    configuredStore: async (devMode = true) => {
      const tenant = aTenant(devMode);
      await clients.settings.configureBilling({ ...defaultSettings, storeId: tenant.storeId }, call());
      return tenant;
    },
    stop: async () => {
      for (const opened of Object.values(clients)) opened.close();
      await service.stop();
      await ledger.stop();
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
    splits: [],
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
    wallets: [],
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
    passesFees: false,
    splits: [],
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
