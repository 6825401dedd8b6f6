import type { AddressInfo } from 'node:net';
import { createIdSource, everyTenant, systemClock, type Clock, type IdSource } from '@pitanga/core';
import { assertSchemaCurrent, connect, databaseUrlOf, purgeIdempotencyKeys, type Pool } from '@pitanga/database';
import { createMessaging, kafkaAccess, startRelay } from '@pitanga/messaging';
import {
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
import { startStoreClock, type StoreClock } from '@pitanga/store-clock';
import { createApiKeys } from './api-keys/api-keys';
import { createKeyring } from './api-keys/keyring';
import { createAuditLog } from './audit/audit-list';
import { closeClients, connectClients, connectSettingsClients, connectTestClocks } from './clients';
import type { GatewayConfig } from './config';
import { createPeople, purgePeople, registerDashboard } from './dashboard';
import type { Deps } from './deps';
import { createEventStreams, type EventStreams } from './event-streams/event-streams';
import { registerVersion } from './http/api-version';
import { startCallbackServer } from './http/callback-server';
import { callbacksRoutes } from './http/callbacks/callbacks-routes';
import { payoutCallbacksRoutes } from './http/callbacks/payout-callbacks-routes';
import { stripeCallbacksRoutes } from './http/callbacks/stripe-callbacks-routes';
import { registerDocs } from './http/documents/docs-files';
import { createAdmission } from './http/edge/admission/authenticate';
import { createEdgeLimits } from './http/edge/admission/edge-limits';
import { createRateLimiter, type RateLimiter } from './http/edge/admission/rate-limit';
import { createRedis } from './http/edge/admission/redis';
import type { Api } from './http/edge/api';
import { drainBeforeClose } from './http/edge/drain';
import { registerHealth } from './http/edge/health';
import { createCouponProofs } from './http/pages/pay/coupon-proofs';
import { pagesRoutes } from './http/pages/routes';
import { createReceiptCodes } from './http/pages/receipts/receipt-codes';
import { createCardLinks } from './http/pages/subscription-card/card-links';
import { createServer, type ServerOptions } from './http/server';
import { createRevenueCache } from './http/shared/revenue-cache';
import { v1, v2 } from './http/versions';
import { gatewayInvariants } from './invariants/invariant-queries';
import { devMail, startMailJobs } from './mail';
import { gatewayMigrations } from './migrations';
import { applyUnapplied } from './stores/store-service';
import { startPageWatch } from './page-watch/start-page-watch';
import type { RequestLog } from './request-log/request-log';
import { turnRequestLog } from './request-log/request-log-repository';
import { startRequestLog } from './request-log/request-log-writer';
import { createDeps } from './store-deps';
import { createStores } from './stores/stores';
import { createStoreServices } from './store-services';
import { createTestClocks, type TestClocks } from './test-clock/test-clock-service';

export { gatewayConfig, type GatewayConfig } from './config';
export { openApiDocuments } from './http/openapi';
export { gatewayMigrations } from './migrations';
export { appendAudit, findAuditBreaks } from './audit/audit-log';
export { gatewayInvariants } from './invariants/invariant-queries';

/** Longer than the slowest handler, which the server lets finish. */
const stopHttpMs = 21_000;
const purgeEveryMs = 3_600_000;
const applyStoresEveryMs = 5_000;
/** A request waits for it; the job goes on. */
const tellServiceMs = 4_000;

/** Replaced by tests. */
export interface GatewayOverrides {
  readonly clock?: Clock;
  readonly ids?: IdSource;
  readonly log?: Log;
}

export interface Gateway extends Service {
  /** The Fastify instance: tests inject requests into it, the OpenAPI export reads its documents. */
  readonly app: Api;
}

interface Parts {
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
}

/** Starts the gateway: stores, API keys, and the HTTP surface over all other services. */
export async function createGateway(config: GatewayConfig, overrides: GatewayOverrides = {}): Promise<Gateway> {
  const log = overrides.log ?? createLog({ service: 'gateway', level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log);
  const parts: Parts = {
    log,
    lifecycle,
    clock: overrides.clock ?? systemClock,
    ids: overrides.ids ?? createIdSource(randomBytes),
    metrics: createMetrics(),
  };
  try {
    return await start(config, parts);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function start(config: GatewayConfig, parts: Parts): Promise<Gateway> {
  const { lifecycle, log, metrics } = parts;
  const { DATABASE_POOL_MAX: poolMax, DATABASE_PREPARED_STATEMENTS: preparedStatements } = config;
  const db = connect({ url: databaseUrlOf(config), applicationName: 'gateway', poolMax, preparedStatements, metrics });
  lifecycle.defer('database', () => db.destroy());
  await assertSchemaCurrent(db, gatewayMigrations, { waitMs: config.DATABASE_WAIT_MS, log });
  const clock = await startStoreClock({ db, base: parts.clock, log, lifecycle });
  const purge = periodic('purge', purgeEveryMs, () => purgeIdempotencyKeys(db, clock.real()), log);
  lifecycle.defer('purge', () => purge.stop());

  const watched = { service: 'gateway', db, invariants: gatewayInvariants, now: () => clock.real() };
  watchInvariants({ ...watched, everyMs: config.INVARIANTS_INTERVAL_MS, log, metrics }, lifecycle);

  const ready = lifecycle.isReady;
  const ops = await startOps({ host: config.HOST, port: config.OPS_PORT, log, registry: metrics, ready });
  lifecycle.defer('ops', () => ops.stop());

  const relay = await startRelay({
    db,
    messaging: createMessaging({ ...kafkaAccess(config), clientId: 'gateway', log, metrics }),
    log,
    lingerMs: 250,
  });
  lifecycle.defer('relay', () => relay.stop());

  const app = await buildApp(config, { ...parts, clock }, db, ready);
  lifecycle.defer('http', () => app.close(), stopHttpMs);
  await app.listen({ host: config.HOST, port: config.PORT });

  lifecycle.started();
  const { port } = app.server.address() as AddressInfo;
  return { app, port, opsPort: ops.port, stop: () => lifecycle.stop() };
}

/** Opens what the routes work with. */
function connectDeps(
  config: GatewayConfig,
  parts: Parts & { readonly clock: StoreClock },
  db: Pool,
): { readonly deps: Deps; readonly rateLimiter: RateLimiter } {
  const { lifecycle, log, clock, ids, metrics } = parts;
  const redis = createRedis({ url: config.REDIS_URL, ca: config.REDIS_TLS_CA, log });
  lifecycle.defer('redis', () => {
    redis.stop();
  });
  const clients = connectClients(config, log, metrics);
  lifecycle.defer('clients', () => {
    closeClients(clients);
  });

  const { PUBLIC_URL: publicUrl, V1_SHUT_OFF: isV1ShutOff, STRIPE_SCRIPT_URL: stripeScriptUrl } = config;
  const cardLinks = createCardLinks(config.PAGE_KEY, publicUrl);
  const revenueCache = createRevenueCache({ redis, clock });
  const testClocks = startTestClocks(config, parts, db);
  const rateLimiter = createRateLimiter({ redis, clock });
  const limits = createEdgeLimits(config, config.PAGE_KEY, rateLimiter);
  const couponProofs = createCouponProofs(config.PAGE_KEY);
  const receiptCodes = createReceiptCodes(config.PAGE_KEY);
  const pages = { publicUrl, stripeScriptUrl, cardLinks, couponProofs, receiptCodes };
  const sealer = sealerFromConfig(config);
  const eventStreams = startEventStreams(config, parts);
  const requestLog = openRequestLog(parts, db);
  const own = createDeps(db, { clock, ids, sealer });
  const people = createPeople(config, { ...own, log }, metrics);
  const keyring = createKeyring({ db, all: everyTenant, log, clock });
  const shared = { ...own, log, clients, keyring, ...pages, ...people };
  const services = {
    ...startStores(config, parts, shared),
    ...createStoreServices(shared, redis),
    eventStreams,
    pageStreams: startPageWatch(config, parts),
    requestLog,
  };
  const deps: Deps = { ...shared, ...services, ...devMail(config), isV1ShutOff, limits, revenueCache, testClocks };
  purgePeople(deps, log, lifecycle);
  startMailJobs(deps, lifecycle);
  return { deps, rateLimiter };
}

/** Builds every route with its dependencies; nothing listens yet. */
async function buildApp(
  config: GatewayConfig,
  parts: Parts & { readonly clock: StoreClock },
  db: Pool,
  ready: () => boolean,
): Promise<Api> {
  const { lifecycle, log, clock, ids, metrics } = parts;
  const { deps, rateLimiter } = connectDeps(config, parts, db);
  const { keyring, limits, testClocks, publicUrl } = deps;
  const admit = createAdmission({ keyring, rateLimiter, limits, rateLimitPerKey: config.RATE_LIMIT_PER_KEY });

  const serverOptions = { log, clock, ids, metrics, trustedProxyHops: proxyHops(config), publicUrl };
  const app = createServer(serverOptions);
  app.addHook('preClose', (done) => {
    testClocks.stop();
    deps.eventStreams.stop();
    deps.pageStreams.endAll('stopped');
    done();
  });
  drainBeforeClose(app, config.DRAIN_MS);
  registerHealth(app, ready);
  await registerDocs(app);
  await registerVersion(app, v1, deps, admit);
  await registerVersion(app, v2, deps, admit);
  await registerDashboard(app, config, deps, rateLimiter);
  await app.register(async (scope: Api) => pagesRoutes(scope, deps));
  await registerCallbacks(app, config, { serverOptions, deps, lifecycle });
  return app;
}

/** The addresses that providers call: on this port, or those of banks on a port of their own. */
async function registerCallbacks(
  app: Api,
  config: GatewayConfig,
  { serverOptions, deps, lifecycle }: { serverOptions: ServerOptions; deps: Deps; lifecycle: Lifecycle },
): Promise<void> {
  await app.register((scope: Api) => {
    payoutCallbacksRoutes(scope, deps);
    return Promise.resolve();
  });
  await app.register((scope: Api) => {
    stripeCallbacksRoutes(scope, deps);
    return Promise.resolve();
  });
  if (config.CALLBACK_PORT === undefined) {
    await app.register((scope: Api) => {
      callbacksRoutes(scope, deps);
      return Promise.resolve();
    });
  } else {
    const callbacks = await startCallbackServer(config, serverOptions, deps);
    lifecycle.defer('callbacks', () => callbacks.stop(), stopHttpMs);
  }
}

/** Closed after the HTTP server, whose last requests it writes. */
function openRequestLog({ lifecycle, log, clock, ids, metrics }: Parts, db: Pool): RequestLog {
  const requestLog = startRequestLog({ db, clock, ids, log, metrics });
  lifecycle.defer('request log', () => requestLog.stop());
  const turn = periodic('turn the request log', purgeEveryMs, () => turnRequestLog(db, everyTenant, clock.real()), log);
  lifecycle.defer('request log partitions', () => turn.stop());
  return requestLog;
}

function startEventStreams(config: GatewayConfig, { log, metrics }: Parts): EventStreams {
  return createEventStreams({
    log,
    metrics,
    perCallerMax: config.EVENT_STREAMS_PER_KEY,
    perStoreMax: config.EVENT_STREAMS_PER_STORE,
    max: config.EVENT_STREAMS_MAX,
    limits: { openMsMax: config.EVENT_STREAM_MAX_MS },
  });
}

function proxyHops({ TRUSTED_PROXY_HOPS: hops, TRUST_PROXY: hasOne }: GatewayConfig): number {
  return hops === 0 && hasOne ? 1 : hops;
}

/** Stores, their keys and logs. Tells the services the changes that a crash or an outage kept from them. */
function startStores(
  config: GatewayConfig,
  { lifecycle, log }: Parts,
  shared: Omit<Parameters<typeof applyUnapplied>[0], 'settings'>,
): Pick<Deps, 'stores' | 'apiKeys' | 'auditLog'> {
  const settings = connectSettingsClients(config, log, tellServiceMs);
  lifecycle.defer('settings clients', () => {
    closeClients(settings);
  });
  const isCreationOpen = config.PITANGA_STORE_CREATION === 'open';
  const deps = { ...shared, all: everyTenant, settings, isCreationOpen };
  const work = () => applyUnapplied(deps, everyTenant);
  const applying = periodic('stores', applyStoresEveryMs, work, log);
  lifecycle.defer('stores', () => applying.stop());
  return { stores: createStores(deps), apiKeys: createApiKeys(deps), auditLog: createAuditLog(deps) };
}

function startTestClocks(
  config: GatewayConfig,
  { lifecycle, log, clock, ids }: Parts & { readonly clock: StoreClock },
  db: Pool,
): TestClocks {
  const services = connectTestClocks(config, log);
  lifecycle.defer('test clock clients', () => {
    for (const service of services) service.close();
  });
  return createTestClocks({ db, clock, ids, log, services });
}
