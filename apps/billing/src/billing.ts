import { join } from 'node:path';
import { LedgerServiceDefinition, ResealServiceDefinition, TestClockServiceDefinition } from '@pitanga/contracts';
import { createIdSource, everyTenant, systemClock, type Clock } from '@pitanga/core';
import { assertSchemaCurrent, connect, migrationsOf, platformInvariants, resealHandlers } from '@pitanga/database';
import { createMessaging, kafkaAccess, startRelay } from '@pitanga/messaging';
import { createRpcClient, createRpcServer, rpcTls } from '@pitanga/rpc';
import {
  createLifecycle,
  createLog,
  createMetrics,
  randomBytes,
  sealerFromConfig,
  startOps,
  watchInvariants,
  type Lifecycle,
  type Log,
  type Service,
} from '@pitanga/runtime';
import { recordClockEvents, startStoreClock, testClockHandlers, type StoreClock } from '@pitanga/store-clock';
import { addBillingServices } from './api/billing-services';
import { createAttemptMetrics } from './attempts/attempt-metrics';
import { createPixMetrics } from './bacen-pix/pix-metrics';
import { countPayments } from './charges/payment-metrics';
import type { BillingConfig } from './config';
import { checkFingerprints } from './customers/check-fingerprints';
import type { Deps } from './deps';
import { createFileDeps } from './files/file-deps';
import { clockedBilling } from './jobs/clocked-billing';
import { invariants } from './jobs/invariants';
import { startJobs } from './jobs/start-jobs';
import { createPixAccounts, createProductionProviders } from './pix-accounts/pix-accounts';
import { createSimulatedProviders } from './provider/simulated-providers';
import { sealedColumns } from './sealed-columns';
import { createSettingsCache } from './store-settings/settings-cache';

export { billingConfig, type BillingConfig } from './config';
/** For the benchmark's ceiling, which has to make the same picture. */
export { qrPng } from './pix/qr-png';

export const billingMigrations = migrationsOf(join(__dirname, '../migrations'));

export const billingInvariants = [...invariants, ...platformInvariants];

/** The ledger knows a repeat by the hold's id, so trying again is as harmless as reading again. */
const holdMethods = ['reserveHold', 'settleHold', 'releaseHold'] as const;

export interface BillingOverrides {
  readonly clock?: Clock;
  readonly log?: Log;
}

/** Starts billing: customers, products, checkouts and charges of every store. */
export async function createBilling(config: BillingConfig, overrides: BillingOverrides = {}): Promise<Service> {
  const log = overrides.log ?? createLog({ service: 'billing', level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log);
  try {
    return await start(config, { clock: overrides.clock ?? systemClock, log, lifecycle });
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function start(
  config: BillingConfig,
  parts: { readonly clock: Clock; readonly log: Log; readonly lifecycle: Lifecycle },
): Promise<Service> {
  const { log, lifecycle } = parts;
  const metrics = createMetrics();

  const db = connect({
    url: config.DATABASE_URL,
    applicationName: 'billing',
    poolMax: config.DATABASE_POOL_MAX,
    metrics,
  });
  lifecycle.defer('database', () => db.destroy());
  await assertSchemaCurrent(db, billingMigrations);
  const clock = await startStoreClock({ db, base: parts.clock, log, lifecycle });

  const ids = createIdSource(randomBytes);
  const simulated = createSimulatedProviders({ ids, clock, canEnsureSameTaxId: config.SIMULATOR_SAME_TAX_ID });
  const tls = rpcTls(config, log);
  const ledger = createRpcClient(LedgerServiceDefinition, {
    address: config.LEDGER_ADDRESS,
    tls,
    log,
    metrics,
    retryable: holdMethods,
  });
  lifecycle.defer('ledger client', () => {
    ledger.close();
  });
  const sealer = sealerFromConfig(config);
  await checkFingerprints(db, everyTenant, sealer);
  const pixMetrics = createPixMetrics(metrics);
  const pixAccounts = createPixAccounts({ db, clock, log, sealer, pixMetrics });
  lifecycle.defer('pix accounts', () => {
    pixAccounts.close();
  });
  const production = createProductionProviders(pixAccounts);
  const settings = createSettingsCache(clock);
  clock.onMoved((storeId) => {
    settings.forget(storeId);
  });
  const files = createFileDeps(config, sealer);
  lifecycle.defer('egress', () => files.egress.close());
  const deps: Deps & { readonly clock: StoreClock } = {
    db,
    clock,
    ids,
    log,
    sealer,
    settings,
    files,
    // Production is never simulated.
    providersOf: (tenant) => (tenant.devMode ? Promise.resolve(simulated) : production(tenant)),
    pixAccounts,
    pixMetrics,
    attempts: { limits: config, metrics: createAttemptMetrics(metrics) },
    ledger,
    publicUrl: config.PUBLIC_URL,
  };

  const ops = await startOps({
    host: config.HOST,
    port: config.OPS_PORT,
    log,
    registry: metrics,
    ready: lifecycle.isReady,
  });
  lifecycle.defer('ops', () => ops.stop());

  const messaging = createMessaging({
    ...kafkaAccess(config),
    clientId: 'billing',
    log,
    metrics,
  });
  // Ten milliseconds nobody notices, and under load a fifth more charges: facts share batches on their whole way.
  const relay = await startRelay({
    db,
    messaging,
    log,
    lingerMs: 10,
    beforePublish: (tx, rows) => recordClockEvents(tx, clock, rows),
    onPublished: countPayments(metrics),
  });
  lifecycle.defer('relay', () => relay.stop());
  startJobs(deps, lifecycle);
  const everyMs = config.INVARIANTS_INTERVAL_MS;
  watchInvariants({ service: 'billing', db, invariants: billingInvariants, everyMs, log, metrics }, lifecycle);

  const rpc = createRpcServer({ log, metrics, domain: 'billing', tls });
  addBillingServices(rpc, deps);
  const work = clockedBilling(deps);
  rpc.add(ResealServiceDefinition, resealHandlers(deps, sealedColumns));
  rpc.add(TestClockServiceDefinition, testClockHandlers({ db, clock, work, messaging, relay, lifecycle }));
  const port = await rpc.start(`${config.HOST}:${String(config.PORT)}`);
  // As long as the longest call, one that waits for a bank.
  lifecycle.defer('rpc', () => rpc.stop(15_000), 16_000);

  lifecycle.started();
  return { port, opsPort: ops.port, stop: () => lifecycle.stop() };
}
