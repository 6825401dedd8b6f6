import {
  AsaasPayoutsServiceDefinition,
  BankPayoutsServiceDefinition,
  PayoutAccountServiceDefinition,
  PayoutServiceDefinition,
  PayoutsSettingsServiceDefinition,
  SubAccountServiceDefinition,
  TransferServiceDefinition,
  type CreatePayoutRequest,
  type Payout,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { createRpcClient, type CallContext, type RpcClient } from '@pitanga/rpc';
import { loadConfig } from '@pitanga/runtime';
import { aTenant, silentLog, testClock, testDatabase, testIds, type TestClock } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import { createPayoutJob } from '../src/jobs/payout-job';
import { createPayouts, payoutsConfig, type PayoutsOverrides } from '../src/payouts';
import { findActivePayout } from '../src/payouts/payout-queries';
import type { ActivePayout } from '../src/payouts/payout';
import { startLedgerStandIn, type LedgerStandIn } from './ledger-stand-in';

export const holderTaxId = '11222333000181';
export const feeCents = 80;

export interface Payouts {
  readonly deps: Awaited<ReturnType<typeof createPayouts>>['deps'];
  readonly ledger: LedgerStandIn;
  readonly clock: TestClock;
  readonly client: RpcClient<PayoutServiceDefinition>;
  readonly accounts: RpcClient<PayoutAccountServiceDefinition>;
  readonly asaas: RpcClient<AsaasPayoutsServiceDefinition>;
  readonly banks: RpcClient<BankPayoutsServiceDefinition>;
  readonly settings: RpcClient<PayoutsSettingsServiceDefinition>;
  readonly transfers: RpcClient<TransferServiceDefinition>;
  readonly subAccounts: RpcClient<SubAccountServiceDefinition>;
  /** A store with settings and R$ 1.000,00, in dev mode unless told otherwise. */
  aStore(devMode?: boolean): Promise<Tenant>;
  /** Sets above what amount its payouts wait for approval. */
  setLimit(tenant: Tenant, aboveCents: number | undefined): Promise<void>;
  stop(): Promise<void>;
}

/** Settings without a default, and where the test servers of providers are; the rest is as deployed. */
const environment = (databaseUrl: string, ledgerAddress: string) => ({
  DATABASE_URL: databaseUrl,
  // Nothing connects to it: the outbox stays for the test to read.
  KAFKA_BROKERS: '127.0.0.1:1',
  LEDGER_ADDRESS: ledgerAddress,
  PUBLIC_URL: 'https://pitanga.test',
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  PROVIDER_ALLOWED_RANGES: '127.0.0.0/8',
  ALLOW_ASAAS_SANDBOX: 'true',
});

/** Payouts as production composes them, on a database of their own. Jobs run when a test runs them. */
export async function startPayouts(overrides: PayoutsOverrides = {}): Promise<Payouts> {
  const database = await testDatabase('payouts');
  const clock = testClock();
  const ledger = await startLedgerStandIn();
  const config = loadConfig(payoutsConfig, environment(database.url, ledger.address));
  const service = await createPayouts(config, { clock, log: silentLog, background: false, ...overrides });
  const options = { address: `127.0.0.1:${String(service.port)}`, deadlineMs: 60_000 };
  const client = createRpcClient(PayoutServiceDefinition, options);
  const accounts = createRpcClient(PayoutAccountServiceDefinition, options);
  const asaas = createRpcClient(AsaasPayoutsServiceDefinition, options);
  const banks = createRpcClient(BankPayoutsServiceDefinition, options);
  const settings = createRpcClient(PayoutsSettingsServiceDefinition, options);
  const transfers = createRpcClient(TransferServiceDefinition, options);
  const subAccounts = createRpcClient(SubAccountServiceDefinition, options);
  return {
    deps: service.deps,
    ledger,
    clock,
    client,
    accounts,
    asaas,
    banks,
    settings,
    transfers,
    subAccounts,
    aStore: async (devMode = true) => {
      const tenant = aTenant(devMode);
      await settings.configurePayouts(
        { storeId: tenant.storeId, holderTaxId, payoutFeeCents: feeCents, version: 1, approvalLimit: undefined },
        call(),
      );
      ledger.fund(tenant, 100_000);
      return tenant;
    },
    setLimit: async ({ storeId }, aboveCents) => {
      await settings.configurePayouts(
        { storeId, holderTaxId, payoutFeeCents: feeCents, version: 1, approvalLimit: { aboveCents } },
        call(),
      );
    },
    stop: async () => {
      for (const opened of [client, accounts, asaas, banks, settings, transfers, subAccounts]) opened.close();
      await service.stop();
      await ledger.stop();
      await database.close();
    },
  };
}

export function call(idempotencyKey?: string, fingerprint = 'same'): CallContext {
  const idempotency = idempotencyKey && { key: idempotencyKey, operation: 'POST /v2/payouts/create', fingerprint };
  return { requestId: `req_${testIds.token(24)}`, ...(idempotency && { idempotency }) };
}

export type Asked = Partial<CreatePayoutRequest>;

/** Of a payout whose key may be of another holder. */
export const transfer = { kind: 'PAYOUT_KIND_TRANSFER' } as const;

export function aRequest(tenant: Tenant, changes: Asked = {}): CreatePayoutRequest {
  return {
    tenant,
    kind: 'PAYOUT_KIND_WITHDRAW',
    externalId: `ext-${testIds.token(12)}`,
    amountCents: 5_000,
    description: undefined,
    pixKeyType: 'EMAIL',
    pixKey: 'ana@example.com',
    requestedBy: undefined,
    isAlone: false,
    ...changes,
  };
}

/** Asks for a payout over gRPC. */
export async function create(payouts: Payouts, tenant: Tenant, changes?: Asked, context = call()): Promise<Payout> {
  const { payout } = await payouts.client.createPayout(aRequest(tenant, changes), context);
  return required(payout);
}

export async function get(payouts: Payouts, tenant: Tenant, { id, kind }: Payout): Promise<Payout> {
  return required((await payouts.client.getPayout({ tenant, kind, id, externalId: undefined }, call())).payout);
}

export async function activePayout({ deps }: Payouts, tenant: Tenant, id: string): Promise<ActivePayout> {
  return required(await findActivePayout(deps.db, tenant, deps.sealer, id));
}

/** What the job does now. */
export async function runJob(deps: Deps): Promise<void> {
  const job = createPayoutJob(deps);
  await job.run();
  await job.stop();
}

/** What tests of an account at a provider do over and over; called at each, because it starts before the tests. */
export function payoutSteps(payouts: () => Payouts) {
  return {
    async aSent(tenant: Tenant, changes?: Asked): Promise<Payout> {
      const payout = await create(payouts(), tenant, changes);
      await runJob(payouts().deps);
      return payout;
    },
    /** Runs what is due now and after each of these seconds. */
    async runAfter(...seconds: readonly number[]): Promise<void> {
      for (const pause of seconds) {
        payouts().clock.advance(pause * 1_000);
        await runJob(payouts().deps);
      }
    },
  };
}

/** Types of a payout's facts, oldest first. */
export async function factsOf({ deps }: Payouts, id: string): Promise<string[]> {
  const rows: { type: string }[] = await deps.db('outbox').where({ key: id }).orderBy('id').select('type');
  return rows.map(({ type }) => type);
}

export async function rowsOf({ deps }: Payouts, tenant: Tenant): Promise<Record<string, unknown>[]> {
  return deps.db('payouts').where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
}

export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is none');
  return value;
}
