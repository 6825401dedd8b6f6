import { join } from 'node:path';
import { LedgerServiceDefinition } from '@pitanga/contracts';
import { createIdSource, systemClock, type Clock } from '@pitanga/core';
import { assertSchemaCurrent, connect, migrationsOf } from '@pitanga/database';
import { createMessaging, startConsumer, startRelay } from '@pitanga/messaging';
import { createRpcServer } from '@pitanga/rpc';
import {
  createLifecycle,
  createLog,
  createMetrics,
  periodic,
  randomBytes,
  startOps,
  type Lifecycle,
  type Log,
  type Service,
} from '@pitanga/runtime';
import type { LedgerConfig } from './config';
import { applyFacts, consumedTypes } from './consumers/facts';
import type { Deps } from './deps';
import { createInvariantsCheck } from './jobs/check-invariants';
import { startJobs } from './jobs/start-jobs';
import { ledgerHandlers } from './ledger-rpc';

export { ledgerConfig, type LedgerConfig } from './config';

export const ledgerMigrations = migrationsOf(join(__dirname, '../migrations'));

export interface LedgerOverrides {
  readonly clock?: Clock;
  readonly log?: Log;
}

/** Starts the ledger: books payments, settlements and disputes, answers balances and statements, keeps holds. */
export async function createLedger(config: LedgerConfig, overrides: LedgerOverrides = {}): Promise<Service> {
  const log = overrides.log ?? createLog({ service: 'ledger', level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log);
  try {
    return await start(config, { clock: overrides.clock ?? systemClock, log, lifecycle });
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function start(
  config: LedgerConfig,
  parts: { readonly clock: Clock; readonly log: Log; readonly lifecycle: Lifecycle },
): Promise<Service> {
  const { clock, log, lifecycle } = parts;
  const metrics = createMetrics();

  const db = connect({ url: config.DATABASE_URL, applicationName: 'ledger', poolMax: config.DATABASE_POOL_MAX });
  lifecycle.defer('database', () => db.destroy());
  await assertSchemaCurrent(db, ledgerMigrations);
  const deps: Deps = { db, clock, ids: createIdSource(randomBytes) };

  const ops = await startOps({
    host: config.HOST,
    port: config.OPS_PORT,
    log,
    registry: metrics,
    ready: async () => {
      await db.raw('select 1');
      return true;
    },
  });
  lifecycle.defer('ops', () => ops.stop());

  const messaging = createMessaging({
    brokers: config.KAFKA_BROKERS,
    clientId: 'ledger',
    prefix: config.KAFKA_PREFIX,
    log,
    metrics,
  });
  const relay = await startRelay({ db, messaging, log, lingerMs: 250 });
  lifecycle.defer('relay', () => relay.stop());
  const consumer = await startConsumer({
    messaging,
    group: 'ledger',
    types: consumedTypes,
    handle: (events) => applyFacts(deps, events),
    log,
  });
  lifecycle.defer('consumer', () => consumer.stop());

  startJobs(deps, log, lifecycle);
  const checkInvariants = createInvariantsCheck({ db, log, metrics });
  const checks = periodic('check invariants', config.INVARIANTS_INTERVAL_MS, checkInvariants, log);
  lifecycle.defer('invariants', () => checks.stop());

  const rpc = createRpcServer({ log, metrics, domain: 'ledger' });
  rpc.add(LedgerServiceDefinition, ledgerHandlers(deps));
  const port = await rpc.start(`${config.HOST}:${String(config.PORT)}`);
  lifecycle.defer('rpc', () => rpc.stop(5_000));

  return { port, opsPort: ops.port, stop: () => lifecycle.stop() };
}
