import { join } from 'node:path';
import {
  LedgerServiceDefinition,
  PayoutAccountServiceDefinition,
  PayoutServiceDefinition,
  PayoutsSettingsServiceDefinition,
  ResealServiceDefinition,
  TestClockServiceDefinition,
} from '@pitanga/contracts';
import { createIdSource, systemClock, type Clock } from '@pitanga/core';
import { assertSchemaCurrent, connect, migrationsOf, platformInvariants, resealHandlers } from '@pitanga/database';
import { createMessaging, kafkaAccess, startRelay } from '@pitanga/messaging';
import { createRpcClient, createRpcServer, rpcTls, type RpcServer } from '@pitanga/rpc';
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
import { recordClockEvents, startStoreClock, testClockHandlers } from '@pitanga/store-clock';
import type { PayoutsConfig } from './config';
import type { Deps } from './deps';
import { clockedPayouts } from './jobs/clocked-payouts';
import { invariants } from './invariants/invariant-queries';
import { startJobs } from './jobs/start-jobs';
import { createPayoutMetrics } from './metrics';
import { payoutAccountHandlers } from './api/payout-account-rpc';
import { createPayoutAccounts } from './payout-accounts/payout-accounts';
import { payoutHandlers } from './api/payout-rpc';
import { simulatedPayoutProvider } from './provider/simulated-payout-provider';
import { storeSettingsHandlers } from './api/store-settings-rpc';
import { sealedColumns } from './sealed-columns';

export { payoutsConfig, type PayoutsConfig } from './config';

/** What must hold of payouts' database. */
export const payoutsInvariants = [...invariants, ...platformInvariants];

export const payoutsMigrations = migrationsOf(join(__dirname, '../migrations'));

/** The ledger knows a repeat by the hold's id, so trying again is as harmless as reading again. */
const holdMethods = ['reserveHold', 'settleHold', 'releaseHold'] as const;

export interface PayoutsOverrides {
  readonly clock?: Clock;
  readonly log?: Log;
}

/** Starts payouts: withdrawals and Pix transfers of every store. */
export async function createPayouts(config: PayoutsConfig, overrides: PayoutsOverrides = {}): Promise<Service> {
  const log = overrides.log ?? createLog({ service: 'payouts', level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log);
  try {
    return await start(config, { clock: overrides.clock ?? systemClock, log, lifecycle });
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function start(
  config: PayoutsConfig,
  parts: { readonly clock: Clock; readonly log: Log; readonly lifecycle: Lifecycle },
): Promise<Service> {
  const { log, lifecycle } = parts;
  const metrics = createMetrics();

  const db = connect({
    url: config.DATABASE_URL,
    applicationName: 'payouts',
    poolMax: config.DATABASE_POOL_MAX,
    metrics,
  });
  lifecycle.defer('database', () => db.destroy());
  await assertSchemaCurrent(db, payoutsMigrations);
  const clock = await startStoreClock({ db, base: parts.clock, log, lifecycle });
  const sealer = sealerFromConfig(config);
  const payoutMetrics = createPayoutMetrics(metrics);
  const payoutAccounts = createPayoutAccounts({ db, clock, log, sealer, metrics: payoutMetrics });
  lifecycle.defer('payout accounts', () => {
    payoutAccounts.close();
  });
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
  const deps: Deps = {
    db,
    clock,
    ids: createIdSource(randomBytes),
    log,
    sealer,
    // Production is never simulated.
    providerOf: (tenant) => (tenant.devMode ? Promise.resolve(simulatedPayoutProvider) : payoutAccounts.of(tenant)),
    payoutAccounts,
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
    clientId: 'payouts',
    log,
    metrics,
  });
  const relay = await startRelay({ db, messaging, log, onTaken: (tx, rows) => recordClockEvents(tx, clock, rows) });
  lifecycle.defer('relay', () => relay.stop());

  startJobs(deps, lifecycle);
  const everyMs = config.INVARIANTS_INTERVAL_MS;
  watchInvariants({ service: 'payouts', db, invariants: payoutsInvariants, everyMs, log, metrics }, lifecycle);

  const rpc = createRpcServer({ log, metrics, domain: 'payouts', tls });
  addPayoutServices(rpc, deps);
  const work = clockedPayouts({ ...deps, clock });
  rpc.add(ResealServiceDefinition, resealHandlers(deps, sealedColumns));
  rpc.add(TestClockServiceDefinition, testClockHandlers({ db, clock, work, messaging, relay, lifecycle }));
  const port = await rpc.start(`${config.HOST}:${String(config.PORT)}`);
  // As long as the longest call, one that waits for a bank.
  lifecycle.defer('rpc', () => rpc.stop(15_000), 16_000);

  lifecycle.started();
  return { port, opsPort: ops.port, stop: () => lifecycle.stop() };
}

/** Every service of payouts but the test clock, also for tests that bring their own parts. */
export function addPayoutServices(rpc: RpcServer, deps: Deps): void {
  rpc.add(PayoutServiceDefinition, payoutHandlers(deps));
  rpc.add(PayoutAccountServiceDefinition, payoutAccountHandlers(deps));
  rpc.add(PayoutsSettingsServiceDefinition, storeSettingsHandlers(deps));
}
