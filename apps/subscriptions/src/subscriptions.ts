import { join } from 'node:path';
import {
  AgreementServiceDefinition,
  ProductServiceDefinition,
  SubscriptionServiceDefinition,
  TestClockServiceDefinition,
} from '@pitanga/contracts';
import { createIdSource, systemClock, type Clock } from '@pitanga/core';
import { assertSchemaCurrent, connect, migrationsOf, platformInvariants } from '@pitanga/database';
import { createMessaging, kafkaAccess, startConsumer, startRelay } from '@pitanga/messaging';
import { createRpcClient, createRpcServer, rpcTls } from '@pitanga/rpc';
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
import type { SubscriptionsConfig } from './config';
import { applyFacts, consumedTypes } from './api/consumed-events';
import { clockedCycles } from './jobs/clocked-cycles';
import type { Deps } from './deps';
import { invariants } from './invariants/invariant-queries';
import { startJobs } from './jobs/start-jobs';
import { createSubscriptionMetrics } from './metrics';
import { subscriptionHandlers } from './api/subscription-rpc';

export { subscriptionsConfig, type SubscriptionsConfig } from './config';
export { claimDueSubscriptions } from './subscriptions/subscription-repository';

export const subscriptionsMigrations = migrationsOf(join(__dirname, '../migrations'));

export const subscriptionsInvariants = [...invariants, ...platformInvariants];

/** Billing knows a repeat of each by its attempt or subscription: trying again is as harmless as reading again. */
const repeatable = ['chargeCycle', 'voidCycleAttempt', 'endAgreement'] as const;
/** An acquirer may take its time; well under the lease of a claim. */
const billingDeadlineMs = 20_000;

export interface SubscriptionsOverrides {
  readonly clock?: Clock;
  readonly log?: Log;
}

/** Starts subscriptions: who pays what, and when the next charge is due. */
export async function createSubscriptions(
  config: SubscriptionsConfig,
  overrides: SubscriptionsOverrides = {},
): Promise<Service> {
  const log = overrides.log ?? createLog({ service: 'subscriptions', level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log);
  try {
    return await start(config, { clock: overrides.clock ?? systemClock, log, lifecycle });
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function start(
  config: SubscriptionsConfig,
  parts: { readonly clock: Clock; readonly log: Log; readonly lifecycle: Lifecycle },
): Promise<Service> {
  const { log, lifecycle } = parts;
  const metrics = createMetrics();

  const db = connect({
    url: config.DATABASE_URL,
    applicationName: 'subscriptions',
    poolMax: config.DATABASE_POOL_MAX,
    metrics,
  });
  lifecycle.defer('database', () => db.destroy());
  await assertSchemaCurrent(db, subscriptionsMigrations);
  const clock = await startStoreClock({ db, base: parts.clock, log, lifecycle });
  const tls = rpcTls(config, log);
  const billing = { address: config.BILLING_ADDRESS, log, metrics, tls, deadlineMs: billingDeadlineMs };
  const agreements = createRpcClient(AgreementServiceDefinition, { ...billing, retryable: repeatable });
  const products = createRpcClient(ProductServiceDefinition, billing);
  lifecycle.defer('billing clients', () => {
    agreements.close();
    products.close();
  });
  const deps: Deps = {
    db,
    clock,
    ids: createIdSource(randomBytes),
    log,
    metrics: createSubscriptionMetrics(metrics),
    agreements,
    products,
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
    clientId: 'subscriptions',
    log,
    metrics,
  });
  const relay = await startRelay({ db, messaging, log, onTaken: (tx, rows) => recordClockEvents(tx, clock, rows) });
  lifecycle.defer('relay', () => relay.stop());

  const consumer = await startConsumer({
    messaging,
    group: 'subscriptions',
    types: consumedTypes,
    handle: (events) => applyFacts(deps, events),
    log,
  });
  lifecycle.defer('consumer', () => consumer.stop());
  startJobs(deps, lifecycle);
  const everyMs = config.INVARIANTS_INTERVAL_MS;
  watchInvariants(
    { service: 'subscriptions', db, invariants: subscriptionsInvariants, everyMs, log, metrics },
    lifecycle,
  );

  const rpc = createRpcServer({ log, metrics, domain: 'subscriptions', tls });
  rpc.add(SubscriptionServiceDefinition, subscriptionHandlers(deps));
  const work = clockedCycles(deps);
  rpc.add(TestClockServiceDefinition, testClockHandlers({ db, clock, work, messaging, relay, lifecycle }));
  const port = await rpc.start(`${config.HOST}:${String(config.PORT)}`);
  // As long as the longest call, one that waits for a bank.
  lifecycle.defer('rpc', () => rpc.stop(15_000), 16_000);

  lifecycle.started();
  return { port, opsPort: ops.port, stop: () => lifecycle.stop() };
}
