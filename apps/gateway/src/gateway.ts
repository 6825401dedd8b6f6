import type { AddressInfo } from 'node:net';
import { createIdSource, systemClock, type Clock, type IdSource } from '@pitanga/core';
import {
  assertSchemaCurrent,
  connectPools,
  buildDatabaseUrl,
  purgeIdempotencyKeys,
  type Pools,
} from '@pitanga/database';
import { createMessaging, kafkaAccess, startRelay } from '@pitanga/messaging';
import {
  createLifecycle,
  createLog,
  createMetrics,
  createStalls,
  periodic,
  randomBytes,
  startOps,
  watchEventLoop,
  watchInvariants,
  type Lifecycle,
  type Log,
  type Metrics,
  type Service,
} from '@pitanga/runtime';
import { startStoreClock, type StoreClock } from '@pitanga/store-clock';
import type { GatewayConfig } from './config';
import { connectDeps } from './connect-deps';
import { registerDashboard } from './http/dashboard/register-dashboard';
import type { Deps } from './deps';
import { registerVersion } from './http/api-version';
import { startCallbackServer } from './http/callback-server';
import { callbacksRoutes } from './http/callbacks/callbacks-routes';
import { asaasWithdrawalsRoutes } from './http/callbacks/asaas-withdrawals-routes';
import { payoutCallbacksRoutes } from './http/callbacks/payout-callbacks-routes';
import { asaasCallbacksRoutes } from './http/callbacks/asaas-callbacks-routes';
import { efiCallbacksRoutes } from './http/callbacks/efi-callbacks-routes';
import { stripeCallbacksRoutes } from './http/callbacks/stripe-callbacks-routes';
import { registerDocs } from './http/documents/docs-files';
import { registerSecurityText } from './http/documents/security-text';
import { createAdmission } from './http/edge/admission/authenticate';
import type { Api } from './http/edge/api';
import { drainBeforeClose } from './http/edge/drain';
import { registerHealth } from './http/edge/health';
import { registerMcp } from './http/mcp/register-mcp';
import { registerOAuth } from './http/oauth/register-oauth';
import { pagesRoutes } from './http/pages/routes';
import { createServer, type ServerOptions } from './http/server';
import { v1, v2 } from './http/versions';
import { gatewayInvariants } from './invariant-queries';
import { gatewayMigrations } from './migrations';

export { gatewayConfig, type GatewayConfig } from './config';
export { openApiDocuments } from './openapi';
export { gatewayMigrations } from './migrations';
export { appendAudit, findAuditBreaks } from './audit/audit-log';
export { gatewayInvariants } from './invariant-queries';

/** Longer than the slowest handler, which the server lets finish. */
const stopHttpMs = 21_000;
const purgeEveryMs = 3_600_000;

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
  const pools = openPools(config, parts);
  const { db, jobsDb } = pools;
  await assertSchemaCurrent(db, gatewayMigrations, { waitMs: config.DATABASE_WAIT_MS, log });
  const clock = await startStoreClock({ db, base: parts.clock, log, lifecycle });
  const purge = periodic('purge', purgeEveryMs, () => purgeIdempotencyKeys(jobsDb, clock.real()), log);
  lifecycle.defer('purge', () => purge.stop());

  const watched = { service: 'gateway', db: jobsDb, invariants: gatewayInvariants, now: () => clock.real() };
  watchInvariants({ ...watched, everyMs: config.INVARIANTS_INTERVAL_MS, log, metrics }, lifecycle);

  const ready = lifecycle.isReady;
  const ops = await startOps({ host: config.HOST, port: config.OPS_PORT, log, registry: metrics, ready });
  lifecycle.defer('ops', () => ops.stop());

  const relay = await startRelay({
    db: jobsDb,
    messaging: createMessaging({ ...kafkaAccess(config), clientId: 'gateway', log, metrics }),
    log,
    lingerMs: 250,
  });
  lifecycle.defer('relay', () => relay.stop());

  const app = await buildApp(config, { ...parts, clock }, pools, ready);
  lifecycle.defer('http', () => app.close(), stopHttpMs);
  await app.listen({ host: config.HOST, port: config.PORT });

  lifecycle.started();
  const { port } = app.server.address() as AddressInfo;
  return { app, port, opsPort: ops.port, stop: () => lifecycle.stop() };
}

function openPools(config: GatewayConfig, { lifecycle, log, metrics }: Parts): Pools {
  const stalls = createStalls({ log, metrics });
  const pools = connectPools({
    url: buildDatabaseUrl(config),
    applicationName: 'gateway',
    poolMax: config.DATABASE_POOL_MAX,
    jobsPoolMax: config.DATABASE_JOBS_POOL_MAX,
    preparedStatements: config.DATABASE_PREPARED_STATEMENTS,
    metrics,
    stalls,
  });
  watchEventLoop(stalls, lifecycle);
  lifecycle.defer('database', () => pools.close());
  return pools;
}

/** Builds every route with its dependencies; nothing listens yet. */
async function buildApp(
  config: GatewayConfig,
  parts: Parts & { readonly clock: StoreClock },
  pools: Pools,
  ready: () => boolean,
): Promise<Api> {
  const { lifecycle, log, clock, ids, metrics } = parts;
  const { deps, rateLimiter } = connectDeps(config, parts, pools);
  const { keyring, guesses, limits, testClocks, publicUrl } = deps;
  const rateLimitPerKey = config.RATE_LIMIT_PER_KEY;
  const admit = createAdmission({ keyring, guesses, rateLimiter, limits, rateLimitPerKey });

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
  registerSecurityText(app, { contact: config.SECURITY_CONTACT, publicUrl, clock });
  await registerVersion(app, v1, deps, admit);
  await registerVersion(app, v2, deps, admit);
  await registerMcp(app, deps, admit);
  await registerOAuth(app, deps);
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
    asaasWithdrawalsRoutes(scope, deps);
    return Promise.resolve();
  });
  await app.register((scope: Api) => {
    asaasCallbacksRoutes(scope, deps);
    return Promise.resolve();
  });
  await app.register((scope: Api) => {
    efiCallbacksRoutes(scope, deps);
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

function proxyHops({ TRUSTED_PROXY_HOPS: hops, TRUST_PROXY: hasOne }: GatewayConfig): number {
  return hops === 0 && hasOne ? 1 : hops;
}
