import { join } from 'node:path';
import {
  DeliveryServiceDefinition,
  ResealServiceDefinition,
  TestClockServiceDefinition,
  WebhookServiceDefinition,
} from '@pitanga/contracts';
import { createIdSource, systemClock, type Clock } from '@pitanga/core';
import {
  assertSchemaCurrent,
  connect,
  migrationsOf,
  platformInvariants,
  purgeIdempotencyKeys,
  purgeInbox,
  resealHandlers,
} from '@pitanga/database';
import { createEgress, isAddressRange } from '@pitanga/egress';
import { createMessaging, kafkaAccess, startConsumer, startRelay } from '@pitanga/messaging';
import { createRpcServer, rpcTls } from '@pitanga/rpc';
import {
  configError,
  createLifecycle,
  createLog,
  createMetrics,
  periodic,
  randomBytes,
  sealerFromConfig,
  startOps,
  watchInvariants,
  type Lifecycle,
  type Log,
  type Metrics,
  type Service,
} from '@pitanga/runtime';
import { recordClockEvents, startStoreClock, testClockHandlers } from '@pitanga/store-clock';
import type { WebhooksConfig } from './config';
import { clockedRetries } from './jobs/clocked-retries';
import type { DispatchLimits } from './delivering/dispatch-limits';
import { startDispatcher, type Dispatcher } from './delivering/dispatcher';
import { resolveFailing } from './endpoints/endpoint-health-repository';
import { resolveQueueDepth } from './queue/queue-queries';
import { deliveryHandlers } from './api/delivery-rpc';
import type { Deps } from './deps';
import { webhookHandlers } from './api/webhook-rpc';
import { eraseCustomers } from './consuming/erase-customers';
import { ingestFacts } from './consuming/match-events';
import { notifyingFacts } from './consuming/notification';
import { withIndexPlans } from './index-plans';
import { invariants } from './invariants/invariant-queries';
import { createWebhookMetrics } from './metrics';
import { keepRetention, prepareMonths } from './jobs/keep-retention';
import { sealedColumns } from './sealed-columns';

export { webhooksConfig, type WebhooksConfig } from './config';

export const webhooksMigrations = migrationsOf(join(__dirname, '../migrations'));

export const webhooksInvariants = [...invariants, ...platformInvariants];

/** Sent as User-Agent: receivers see which release called. */
const version = '0.1.0';
const purgeEveryMs = 3_600_000;
const queueDepthEveryMs = 15_000;
/** Calls under way get this long at a stop; the rest are given back and made again by another process. */
const stopGraceMs = 8_000;

export interface WebhooksOverrides {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly limits?: Partial<DispatchLimits>;
}

/** Starts webhooks: keeps endpoints, turns facts into deliveries, calls endpoints by the retry table. */
export async function createWebhooks(config: WebhooksConfig, overrides: WebhooksOverrides = {}): Promise<Service> {
  const log = overrides.log ?? createLog({ service: 'webhooks', level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log);
  try {
    return await start(config, overrides, log, lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function start(
  config: WebhooksConfig,
  overrides: WebhooksOverrides,
  log: Log,
  lifecycle: Lifecycle,
): Promise<Service> {
  const metrics = createMetrics();
  const db = connect({
    url: withIndexPlans(config.DATABASE_URL),
    applicationName: 'webhooks',
    poolMax: config.DATABASE_POOL_MAX,
    metrics,
  });
  lifecycle.defer('database', () => db.destroy());
  await assertSchemaCurrent(db, webhooksMigrations);
  // The service may have been away for longer than there were partitions ahead.
  await prepareMonths(db, (overrides.clock ?? systemClock).real(), log);
  const clock = await startStoreClock({ db, base: overrides.clock ?? systemClock, log, lifecycle });
  const deps = createDeps(config, clock, db, log);
  lifecycle.defer('egress', () => deps.egress.close());

  const ready = lifecycle.isReady;
  const ops = await startOps({ host: config.HOST, port: config.OPS_PORT, log, registry: metrics, ready });
  lifecycle.defer('ops', () => ops.stop());

  const messaging = createMessaging({
    ...kafkaAccess(config),
    clientId: 'webhooks',
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

  const dispatcher = startDispatching(config, deps, metrics, overrides.limits, lifecycle);
  const consumer = await startConsumer({
    messaging,
    group: 'webhooks',
    types: [...notifyingFacts, 'customer.erased'],
    handle: async (events) => {
      await eraseCustomers(deps, events);
      if ((await ingestFacts(deps, events)) > 0) dispatcher.wake();
    },
    log,
  });
  lifecycle.defer('consumer', () => consumer.stop());

  const purge = periodic('purge', purgeEveryMs, () => purgeOld(deps), log);
  lifecycle.defer('purge', () => purge.stop());

  watchWebhooks(config, { log, metrics, lifecycle });

  const rpc = createRpcServer({ log, metrics, domain: 'webhooks', tls: rpcTls(config, log) });
  rpc.add(WebhookServiceDefinition, webhookHandlers(deps, dispatcher));
  rpc.add(DeliveryServiceDefinition, deliveryHandlers(deps, dispatcher));
  const work = clockedRetries({ db, clock }, dispatcher);
  rpc.add(ResealServiceDefinition, resealHandlers(deps, sealedColumns));
  rpc.add(TestClockServiceDefinition, testClockHandlers({ db, clock, work, messaging, relay, lifecycle }));
  const port = await rpc.start(`${config.HOST}:${String(config.PORT)}`);
  lifecycle.defer('rpc', () => rpc.stop(5_000));

  lifecycle.started();
  return { port, opsPort: ops.port, stop: () => lifecycle.stop() };
}

function createDeps(config: WebhooksConfig, clock: Clock, db: Deps['db'], log: Log): Deps {
  const faulty = config.ALLOWED_RANGES_IN_DEV_MODE.filter((range) => !isAddressRange(range));
  if (faulty.length > 0)
    throw configError([`ALLOWED_RANGES_IN_DEV_MODE has ${faulty.join(', ')}, which is no CIDR range`]);
  return {
    db,
    clock,
    ids: createIdSource(randomBytes),
    random: randomBytes,
    log,
    sealer: sealerFromConfig(config),
    egress: createEgress(),
    policyOf: ({ devMode }) => ({
      requireHttps: !devMode,
      allowLoopback: devMode && config.ALLOW_LOOPBACK_IN_DEV_MODE,
      allowedRanges: devMode ? config.ALLOWED_RANGES_IN_DEV_MODE : [],
    }),
  };
}

function startDispatching(
  config: WebhooksConfig,
  deps: Deps,
  registry: ReturnType<typeof createMetrics>,
  limits: Partial<DispatchLimits> | undefined,
  lifecycle: Lifecycle,
): Dispatcher {
  const metrics = createWebhookMetrics(registry, () => dispatcher.inFlight());
  const dispatcher = startDispatcher({
    deps,
    settings: {
      timeoutMs: config.ATTEMPT_TIMEOUT_MS,
      signatureKey: config.SIGNATURE_KEY,
      userAgent: `Pitanga-Webhooks/${version}`,
    },
    ...(limits && { limits }),
    onAttempt: (result) => {
      metrics.attempted(result);
    },
    onRecorded: (recorded) => {
      metrics.recorded(recorded);
    },
  });
  lifecycle.defer('dispatcher', () => dispatcher.stop(stopGraceMs), stopGraceMs + 4_000);
  const measure = async (): Promise<void> => {
    metrics.queued(await resolveQueueDepth(deps.db), deps.clock.real());
    metrics.failing(await resolveFailing(deps.db));
  };
  const measuring = periodic('measure the queue', queueDepthEveryMs, measure, deps.log);
  lifecycle.defer('queue measurement', () => measuring.stop());
  return dispatcher;
}

/** Over a connection of their own: they read whole tables, which those of the service are told never to do. */
function watchWebhooks(
  config: WebhooksConfig,
  parts: { readonly log: Log; readonly metrics: Metrics; readonly lifecycle: Lifecycle },
): void {
  const db = connect({ url: config.DATABASE_URL, applicationName: 'webhooks invariants', poolMax: 1 });
  parts.lifecycle.defer('invariants database', () => db.destroy());
  const everyMs = config.INVARIANTS_INTERVAL_MS;
  watchInvariants({ service: 'webhooks', db, invariants: webhooksInvariants, everyMs, ...parts }, parts.lifecycle);
}

async function purgeOld(deps: Deps): Promise<void> {
  await purgeIdempotencyKeys(deps.db, deps.clock.real());
  await purgeInbox(deps.db, deps.clock.real());
  await keepRetention(deps);
}
