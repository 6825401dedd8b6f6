import { join } from 'node:path';
import { LedgerServiceDefinition, SubAccountServiceDefinition, TransferServiceDefinition } from '@pitanga/contracts';
import { everyTenant, unavailable } from '@pitanga/core';
import { migrationSet, platformInvariants } from '@pitanga/database';
import { checkedRanges } from '@pitanga/provider-account';
import { createRpcClient, type RpcClient } from '@pitanga/rpc';
import { sealerFromConfig, type Sealer } from '@pitanga/runtime';
import {
  startService,
  type Composition,
  type ServiceOverrides,
  type ServiceParts,
  type StartedService,
} from '@pitanga/service';
import { addBillingServices } from './api/billing-services';
import { createHealthBook } from './account-health/health-book';
import { createAccountOrderCache } from './account-orders/account-order-cache';
import { createBillingBudgets } from './asaas/asaas-budgets';
import { createAsaasMetrics } from './asaas/asaas-metrics';
import { createAsaasAccounts } from './asaas-accounts/asaas-accounts';
import { createAttemptMetrics } from './attempts/attempt-metrics';
import { createPixMetrics } from './bacen-pix/pix-metrics';
import { countPayments } from './charges/payment-metrics';
import type { BillingConfig } from './config';
import { checkFingerprints } from './customers/check-fingerprints';
import type { Deps, Tools } from './deps';
import { createFileDeps } from './files/file-deps';
import { clockedBilling } from './jobs/clocked-billing';
import { invariants } from './jobs/invariants';
import { startJobs } from './jobs/start-jobs';
import { personSections } from './persons/person-sections';
import { createOrphanMetrics } from './orphans/orphan-metrics';
import { createPixAccounts } from './pix-accounts/pix-accounts';
import { createProductionProviders } from './production-providers';
import type { ProvidersOf } from './provider/providers';
import { payoutTransfers } from './returning/payout-transfers';
import { createSimulatedProviders } from './provider/simulated-providers';
import { sealedColumns } from './sealed-columns';
import { createStripeMetrics } from './stripe/stripe-metrics';
import { createStripeAccounts } from './stripe-accounts/stripe-accounts';
import { createSettingsCache } from './store-settings/settings-cache';

export { billingConfig, type BillingConfig } from './config';
/** For `npm run providers:check`. */
export { createStripeAdapter } from './stripe/stripe-adapter';
export { stripeCalls } from './stripe/stripe-exercise';
/** For the benchmark of the ceiling, which draws the same picture. */
export { qrPng } from './charges/qr-png';

export const billingMigrations = migrationSet(join(__dirname, '../migrations'));

export const billingInvariants = [...invariants, ...platformInvariants];

/** What tests replace. */
export interface BillingOverrides extends ServiceOverrides {
  /** Instead of the one of the settings. */
  readonly sealer?: Sealer;
  /** Providers of production stores, made of those that their accounts have. */
  readonly production?: (accounts: ProvidersOf) => ProvidersOf;
}

/** Starts billing: customers, products, checkouts and charges of every store. */
export function createBilling(config: BillingConfig, overrides: BillingOverrides = {}): Promise<StartedService<Deps>> {
  return startService({
    name: 'billing',
    config,
    overrides,
    migrations: billingMigrations,
    invariants: billingInvariants,
    compose: (parts) => compose(config, overrides, parts),
  });
}

async function compose(
  config: BillingConfig,
  overrides: BillingOverrides,
  parts: ServiceParts,
): Promise<Composition<Deps>> {
  const deps = createDeps(config, overrides, parts);
  await checkFingerprints(parts.db, everyTenant, deps.sealer);
  return {
    deps,
    addServices: (rpc) => {
      addBillingServices(rpc, deps);
    },
    clockedWork: clockedBilling(deps),
    personSections: personSections(deps.sealer),
    reseal: { sealer: deps.sealer, columns: sealedColumns },
    // Under load, 10 ms of delay let events share batches, which allows a fifth more charges.
    relay: { lingerMs: 10, onPublished: countPayments(parts.metrics) },
    startJobs: () => {
      startJobs({ ...deps, db: parts.jobsDb }, parts.lifecycle);
    },
    // The longest call is one that waits for a bank.
    stopGraceMs: 15_000,
  };
}

function createDeps(
  config: BillingConfig,
  { sealer = sealerFromConfig(config), production = (accounts) => accounts }: BillingOverrides,
  parts: ServiceParts,
): Composition<Deps>['deps'] {
  const { db, clock, ids, log, metrics, lifecycle } = parts;
  const simulated = createSimulatedProviders({ ids, clock, canEnsureSameTaxId: config.SIMULATOR_SAME_TAX_ID });
  const providerRanges = checkedRanges(config.PROVIDER_ALLOWED_RANGES);
  const accounts = createAccounts(parts, sealer, { providerRanges, publicUrl: config.PUBLIC_URL });
  const { pixAccounts: pix, stripeAccounts: stripe, asaasAccounts: asaas } = accounts;
  const healths = createHealthBook({ failuresMax: config.ACCOUNT_FAILURES_MAX, restMs: config.ACCOUNT_REST_MS });
  const accountOrders = createAccountOrderCache(db, clock);
  const productionOf = production(createProductionProviders({ pix, stripe, asaas }, healths, accountOrders));
  const settings = createSettingsCache(clock);
  clock.onMoved((storeId) => {
    settings.forget(storeId);
  });
  const files = createFileDeps(config, sealer);
  lifecycle.defer('egress', () => files.egress.close());
  const lateWork = new Set<Promise<unknown>>();
  lifecycle.defer('late cycles', async () => {
    await Promise.all(lateWork);
  });
  const tools = {
    clock,
    ids,
    log,
    sealer,
    attempts: { limits: config, metrics: createAttemptMetrics(metrics) },
    failover: { turnMs: config.FAILOVER_TURN_MS, allMs: config.FAILOVER_TOTAL_MS, late: lateWork },
    sharedAccounts: everyTenant,
    publicUrl: config.PUBLIC_URL,
  };
  return {
    ...tools,
    db,
    tools,
    settings,
    files,
    // Production is never simulated.
    findProviders: (tenant) => (tenant.devMode ? Promise.resolve(simulated) : productionOf(tenant)),
    healths,
    accountOrders,
    ...accounts,
    canUseAsaasSandbox: config.ALLOW_ASAAS_SANDBOX,
    providerRanges,
    canUseStripeTestMode: config.ALLOW_STRIPE_TEST_MODE,
    findTransfer: payoutTransfers(tools, createPayoutsClient(config, parts)),
    checkSubAccounts: createSubAccountCheck(tools, config, parts),
    ledger: createLedgerClient(config, parts),
    orphanMetrics: createOrphanMetrics(metrics),
    lateWork,
  };
}

/** The production accounts of stores, each kind with what it measures. */
function createAccounts(
  { db, clock, ids, log, metrics, lifecycle }: ServiceParts,
  sealer: Sealer,
  { providerRanges, publicUrl }: { readonly providerRanges: readonly string[]; readonly publicUrl: string },
) {
  const pixMetrics = createPixMetrics(metrics);
  const banks = { pixMetrics, providerRanges, publicUrl };
  const pixAccounts = createPixAccounts({ db, clock, ids, log, sealer, ...banks });
  lifecycle.defer('pix accounts', () => {
    pixAccounts.close();
  });
  const stripeMetrics = createStripeMetrics(metrics);
  const stripeAccounts = createStripeAccounts({ db, clock, log, sealer, stripeMetrics, providerRanges });
  lifecycle.defer('stripe accounts', () => {
    stripeAccounts.close();
  });
  const asaasMetrics = createAsaasMetrics(metrics);
  const asaasBudgets = createBillingBudgets({ db, clock, log, asaasMetrics });
  const asaasAccounts = createAsaasAccounts({ db, clock, log, sealer, asaasMetrics, asaasBudgets, providerRanges });
  lifecycle.defer('asaas accounts', () => {
    asaasAccounts.close();
  });
  return { pixMetrics, pixAccounts, stripeMetrics, stripeAccounts, asaasMetrics, asaasAccounts };
}

/** Undefined where refunds to keys are not sent. The id of a transfer makes a repeat harmless. */
function createPayoutsClient(
  { PAYOUTS_ADDRESS: address }: BillingConfig,
  { tls, log, metrics, lifecycle }: ServiceParts,
): RpcClient<TransferServiceDefinition> | undefined {
  if (address === undefined) return undefined;
  const retryable = ['findSender', 'lookupKey', 'readTransfer', 'sendTransfer'] as const;
  const payouts = createRpcClient(TransferServiceDefinition, { address, tls, log, metrics, retryable });
  lifecycle.defer('payouts client', () => {
    payouts.close();
  });
  return payouts;
}

function createSubAccountCheck(
  { ids, clock }: Pick<Tools, 'ids' | 'clock'>,
  { PAYOUTS_ADDRESS: address }: BillingConfig,
  { tls, log, metrics, lifecycle }: ServiceParts,
): Deps['checkSubAccounts'] {
  if (address === undefined)
    return () => Promise.reject(unavailable('Sub-accounts are not available', 'NO_SUB_ACCOUNTS'));
  const retryable = ['checkSubAccounts'] as const;
  const client = createRpcClient(SubAccountServiceDefinition, { address, tls, log, metrics, retryable });
  lifecycle.defer('sub-accounts client', () => {
    client.close();
  });
  return async (tenant, subAccountIds) => {
    const context = { requestId: ids.next('request', clock.real()) };
    await client.checkSubAccounts({ tenant, ids: [...subAccountIds] }, context);
  };
}

/** The id of a hold makes a repeat harmless, so these calls may be retried like reads. */
const retryable = ['reserveHold', 'settleHold', 'releaseHold'] as const;

function createLedgerClient(
  { LEDGER_ADDRESS: address }: BillingConfig,
  { tls, log, metrics, lifecycle }: ServiceParts,
): RpcClient<LedgerServiceDefinition> {
  const ledger = createRpcClient(LedgerServiceDefinition, { address, tls, log, metrics, retryable });
  lifecycle.defer('ledger client', () => {
    ledger.close();
  });
  return ledger;
}
