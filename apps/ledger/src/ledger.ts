import { join } from 'node:path';
import { LedgerServiceDefinition, TestClockServiceDefinition } from '@pitanga/contracts';
import { createIdSource, systemClock, type Clock } from '@pitanga/core';
import { assertSchemaCurrent, connect, migrationsOf, platformInvariants } from '@pitanga/database';
import { createMessaging, kafkaAccess, startConsumer, startRelay } from '@pitanga/messaging';
import { createRpcServer, rpcTls } from '@pitanga/rpc';
import {
  createLifecycle,
  createLog,
  createMetrics,
  randomBytes,
  startOps,
  watchInvariants,
  type Lifecycle,
  type Log,
  type Service,
} from '@pitanga/runtime';
import { recordClockEvents, startStoreClock, testClockHandlers } from '@pitanga/store-clock';
import type { LedgerConfig } from './config';
import { applyFacts, consumedTypes } from './consumers/facts';
import type { Deps } from './deps';
import { invariants } from './invariants/invariant-queries';
import { startJobs } from './jobs/start-jobs';
import { makeEntryPartitions } from './journals/entry-partition-repository';
import { ledgerHandlers } from './api/ledger-rpc';
import { clockedParts } from './jobs/clocked-parts';
import { createWriter } from './writer/writer';

export { ledgerConfig, type LedgerConfig } from './config';
export { createWriter, type Writer } from './writer/writer';
/** For the simulator's settlement file. */
export { settlementCsv } from './reconciliation/settlement-file';
export type { SettlementLine } from './reconciliation/reconciliation';

export const ledgerMigrations = migrationsOf(join(__dirname, '../migrations'));

export const ledgerInvariants = [...invariants, ...platformInvariants];

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
  const { log, lifecycle } = parts;
  const metrics = createMetrics();

  const db = connect({
    url: config.DATABASE_URL,
    applicationName: 'ledger',
    poolMax: config.DATABASE_POOL_MAX,
    metrics,
  });
  lifecycle.defer('database', () => db.destroy());
  await assertSchemaCurrent(db, ledgerMigrations);
  const clock = await startStoreClock({ db, base: parts.clock, log, lifecycle });
  const deps: Deps = { db, clock, ids: createIdSource(randomBytes) };
  // The service may have been away for longer than there were partitions ahead.
  await makeEntryPartitions(db, clock.real());
  const writer = createWriter(deps, metrics);
  lifecycle.defer('writer', () => writer.stop());

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
    clientId: 'ledger',
    log,
    metrics,
  });
  const relay = await startRelay({
    db,
    messaging,
    log,
    lingerMs: 250,
    onTaken: (tx, rows) => recordClockEvents(tx, clock, rows),
  });
  lifecycle.defer('relay', () => relay.stop());
  const consumer = await startConsumer({
    messaging,
    group: 'ledger',
    types: consumedTypes,
    handle: (events) => applyFacts(deps, writer, events),
    // A balance without one of its events would be wrong, and no one would see it.
    onPermanent: 'stop',
    log,
  });
  lifecycle.defer('consumer', () => consumer.stop());

  startJobs(deps, log, lifecycle);
  const everyMs = config.INVARIANTS_INTERVAL_MS;
  watchInvariants({ service: 'ledger', db, invariants: ledgerInvariants, everyMs, log, metrics }, lifecycle);

  const rpc = createRpcServer({ log, metrics, domain: 'ledger', tls: rpcTls(config, log) });
  const advanceTerms = { rateBasisPoints: config.ADVANCE_RATE_BASIS_POINTS };
  rpc.add(LedgerServiceDefinition, ledgerHandlers(deps, writer, advanceTerms));
  const work = clockedParts(deps);
  rpc.add(TestClockServiceDefinition, testClockHandlers({ db, clock, work, messaging, relay, lifecycle }));
  const port = await rpc.start(`${config.HOST}:${String(config.PORT)}`);
  lifecycle.defer('rpc', () => rpc.stop(5_000));

  lifecycle.started();
  return { port, opsPort: ops.port, stop: () => lifecycle.stop() };
}
