import {
  PayoutAccountServiceDefinition,
  PayoutServiceDefinition,
  PayoutsSettingsServiceDefinition,
  type CreatePayoutRequest,
  type Payout,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { createRpcClient, createRpcServer, type CallContext, type RpcClient } from '@pitanga/rpc';
import { createMetrics, createSealer, type Sealer } from '@pitanga/runtime';
import { aTenant, silentLog, testClock, testDatabase, testIds, type TestClock } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import { createPayoutJob } from '../src/jobs/payout-job';
import { createPayoutMetrics } from '../src/metrics';
import { createPayoutAccounts } from '../src/payout-accounts/payout-accounts';
import { addPayoutServices } from '../src/payouts';
import { findActivePayout } from '../src/payouts/payout-queries';
import type { ActivePayout } from '../src/payouts/payout';
import { simulatedPayoutProvider } from '../src/provider/simulated-payout-provider';
import { aLedger, type LedgerStandIn } from './ledger-stand-in';

export const holderTaxId = '11222333000181';
export const feeCents = 80;

export interface Payouts {
  readonly deps: Deps;
  readonly ledger: LedgerStandIn;
  readonly clock: TestClock;
  readonly client: RpcClient<PayoutServiceDefinition>;
  readonly accounts: RpcClient<PayoutAccountServiceDefinition>;
  readonly settings: RpcClient<PayoutsSettingsServiceDefinition>;
  /** A store with settings and R$ 1.000,00, in dev mode unless told otherwise. */
  aStore(devMode?: boolean): Promise<Tenant>;
  /** Sets above what amount its payouts wait for approval. */
  setLimit(tenant: Tenant, aboveCents: number | undefined): Promise<void>;
  stop(): Promise<void>;
}

/** The real gRPC server on a database of its own, without relay and jobs, so that steps and outbox can be watched. */
export async function startPayouts(
  limits: { readonly timeoutMs?: number } = {},
  sealer: Sealer = createSealer(Buffer.alloc(32, 7).toString('base64'), { format: 2 }),
): Promise<Payouts> {
  const database = await testDatabase('payouts');
  const { db } = database;
  const clock = testClock();
  const ledger = aLedger();
  const providerRanges = ['127.0.0.0/8'];
  const metrics = createPayoutMetrics(createMetrics());
  const payoutAccounts = createPayoutAccounts({
    db,
    clock,
    log: silentLog,
    sealer,
    metrics,
    providerRanges,
    ...limits,
  });
  const tools = { clock, ids: testIds, log: silentLog, sealer, publicUrl: 'https://pitanga.test' };
  const deps: Deps = {
    ...tools,
    tools,
    db,
    providerOf: (tenant) => (tenant.devMode ? Promise.resolve(simulatedPayoutProvider) : payoutAccounts.of(tenant)),
    payoutAccounts,
    payoutMetrics: metrics,
    providerRanges,
    ledger,
  };
  const server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'payouts' });
  addPayoutServices(server, deps);
  const options = { address: `127.0.0.1:${String(await server.start('127.0.0.1:0'))}`, deadlineMs: 60_000 };
  const client = createRpcClient(PayoutServiceDefinition, options);
  const accounts = createRpcClient(PayoutAccountServiceDefinition, options);
  const settings = createRpcClient(PayoutsSettingsServiceDefinition, options);
  return {
    deps,
    ledger,
    clock,
    client,
    accounts,
    settings,
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
      for (const opened of [client, accounts, settings]) opened.close();
      await server.stop(1_000);
      payoutAccounts.close();
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
