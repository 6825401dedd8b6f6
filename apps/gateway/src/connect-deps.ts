import { setTimeout as delay } from 'node:timers/promises';
import { everyTenant, type IdSource, type StoreScope } from '@pitanga/core';
import type { Pool, Pools } from '@pitanga/database';
import { periodic, sealerFromConfig, type Lifecycle, type Log, type Metrics } from '@pitanga/runtime';
import type { StoreClock } from '@pitanga/store-clock';
import { createApiKeys } from './api-keys/api-keys';
import { answersKeptMs, createKeyring } from './api-keys/keyring';
import { createAuditLog } from './audit/audit-list';
import { createOrderAskers } from './money-out/order-askers';
import { closeClients, connectClients, connectSandboxes, connectSettingsClients, connectTestClocks } from './clients';
import type { GatewayConfig } from './config';
import { createPeople } from './create-people';
import type { Deps } from './deps';
import { createEventStreams, type EventStreams } from './event-streams/event-streams';
import { createGuesses } from './http/edge/admission/guesses';
import { createEdgeLimits } from './http/edge/admission/edge-limits';
import { createRateLimiter, type RateLimiter } from './http/edge/admission/rate-limit';
import { createRedis } from './http/edge/admission/redis';
import { createCouponProofs } from './http/pages/pay/coupon-proofs';
import { createReceiptCodes } from './http/pages/receipts/receipt-codes';
import { createCardLinks } from './http/pages/subscription-card/card-links';
import { createRevenueCache } from './http/both-versions/revenue-cache';
import { createAccessCodes } from './http/pages/buyers/access-codes';
import { createBuyerProofs, createPayerProofs, createPortalSessions } from './http/pages/buyers/buyer-proofs';
import { createPortalTokens } from './http/pages/portal/portal-tokens';
import { devMail } from './http/pages/dev-mail/dev-mail';
import { startLimitJobs } from './jobs/limit-jobs';
import { startMailJobs } from './jobs/mail-jobs';
import { startNoticeJobs } from './jobs/notice-jobs';
import { purgePeople } from './jobs/purge-people';
import { startSandboxJobs } from './jobs/sandbox-jobs';
import { fillReturnHosts } from './stores/fill-return-hosts';
import { applyUnapplied } from './stores/change-store';
import { startPageWatch } from './page-watch/start-page-watch';
import type { RequestLog } from './request-log/request-log';
import { turnRequestLog } from './request-log/request-log-repository';
import { startRequestLog } from './request-log/request-log-writer';
import { createDeps } from './use-case-deps';
import { createStores } from './stores/store-operations';
import type { DeleteRows } from './sandboxes/delete-left-stores';
import { createSandboxes, type Sandboxes } from './sandboxes/sandboxes';
import { createTestClocks, type TestClocks } from './test-clock/test-clock-service';
import type { AuditFact } from './audit/audit-entry';
import { recordAudit } from './audit/audit-log';
import type { Redis } from './http/edge/admission/redis';
import { createGrants } from './oauth/grants';
import { createLimitOperations } from './payout-limits/limit-operations';
import { deleteNotesOfCustomers } from './notes/note-repository';
import { createPersonRights } from './persons/person-rights';
import { readConnectable } from './providers/connectable';
import { createProviderTests } from './providers/provider-tests';
import { createProviders } from './providers/providers';
import { createReadiness } from './readiness/readiness';
import { findStoreFacts } from './readiness/store-facts';
import { findStore } from './stores/store-repository';

const purgeEveryMs = 3_600_000;
const applyStoresEveryMs = 5_000;
/** Of a key, as it takes on a busy machine. */
const lookUpMsMax = 250;
/** A request waits this long; the job continues. */
const tellServiceMs = 4_000;

export interface Parts {
  readonly log: Log;
  readonly clock: StoreClock;
  readonly ids: IdSource;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
}

/** Opens what the routes work with. */
export function connectDeps(
  config: GatewayConfig,
  parts: Parts,
  { db, jobsDb }: Pools,
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
  const guess = {
    limit: config.WRONG_KEYS_PER_ADDRESS,
    hashClient: (address: string) => limits.hashClient(address),
    nowMs: () => performance.now(),
  };
  const guesses = { guesses: createGuesses(guess), segmentGuesses: createGuesses(guess) };
  const couponProofs = createCouponProofs(config.PAGE_KEY);
  const receiptCodes = createReceiptCodes(config.PAGE_KEY);
  const buyers = {
    buyerProofs: createBuyerProofs(config.PAGE_KEY),
    payerProofs: createPayerProofs(config.PAGE_KEY),
    accessCodes: createAccessCodes(config.PAGE_KEY),
    portalTokens: createPortalTokens(config.PAGE_KEY),
    portalSessions: createPortalSessions(config.PAGE_KEY),
  };
  const { APPLE_PAY_DOMAIN_ASSOCIATION: applePayDomain } = config;
  const pages = { publicUrl, stripeScriptUrl, applePayDomain, cardLinks, couponProofs, receiptCodes, ...buyers };
  const sealer = sealerFromConfig(config);
  const eventStreams = startEventStreams(config, parts);
  const requestLog = openRequestLog(parts, { db, jobsDb });
  const own = createDeps(db, { clock, ids, sealer });
  const grants = createGrants(createDeps(db, { clock, ids, sealer, all: everyTenant }));
  const people = createPeople(config, { ...own, log }, metrics);
  const keyring = createKeyring({ db, all: everyTenant, log, clock });
  const shared = { ...own, log, clients, testClocks, keyring, grants, ...guesses, ...pages, ...people };
  const services = {
    ...startStores(config, parts, shared, jobsDb),
    ...createStoreServices(config, shared, redis),
    eventStreams,
    pageStreams: startPageWatch(config, parts),
    requestLog,
  };
  const deps: Deps = { ...shared, ...services, ...devMail(config), isV1ShutOff, limits, revenueCache };
  purgePeople({ ...deps, db: jobsDb }, log, lifecycle);
  startMailJobs({ ...deps, db: jobsDb }, lifecycle);
  startNoticeJobs({ ...deps, db: jobsDb }, lifecycle);
  return { deps, rateLimiter };
}

/** Closed after the HTTP server, whose last requests it writes. */
function openRequestLog(
  { lifecycle, log, clock, ids, metrics }: Parts,
  { db, jobsDb }: Omit<Pools, 'close'>,
): RequestLog {
  const requestLog = startRequestLog({ db, clock, ids, log, metrics });
  lifecycle.defer('request log', () => requestLog.stop());
  const turn = periodic(
    'turn the request log',
    purgeEveryMs,
    () => turnRequestLog(jobsDb, everyTenant, clock.real()),
    log,
  );
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

/** Stores, their keys and logs. Tells the services the changes that a crash or an outage kept from them. */
function startStores(
  config: GatewayConfig,
  parts: Parts,
  shared: Omit<Parameters<typeof applyUnapplied>[0], 'settings'> & Pick<Deps, 'clients' | 'publicUrl' | 'testClocks'>,
  jobsDb: Pool,
): Pick<Deps, 'stores' | 'sandboxes' | 'apiKeys' | 'auditLog' | 'orderAskers' | 'payoutLimits'> {
  const { lifecycle, log } = parts;
  const settings = connectSettingsClients(config, log, tellServiceMs);
  lifecycle.defer('settings clients', () => {
    closeClients(settings);
  });
  const isCreationOpen = config.PITANGA_STORE_CREATION === 'open';
  const deps = { ...shared, all: everyTenant, settings, isCreationOpen };
  const work = () => applyUnapplied({ ...deps, db: jobsDb }, everyTenant);
  const applying = periodic('stores', applyStoresEveryMs, work, log);
  lifecycle.defer('stores', () => applying.stop());
  const { ids, clock, clients } = shared;
  const requestId = () => ids.next('request', clock.real());
  const filling = { db: jobsDb, log, checkouts: clients.checkouts, now: () => clock.real(), requestId };
  const hosts = periodic('return hosts', applyStoresEveryMs, () => fillReturnHosts(filling, everyTenant), log);
  lifecycle.defer('return hosts', () => hosts.stop());
  startLimitJobs({ ...deps, db: jobsDb }, lifecycle);
  return {
    stores: createStores(deps),
    sandboxes: startSandboxes(config, parts, deps, jobsDb),
    apiKeys: createApiKeys(deps),
    auditLog: createAuditLog(deps),
    orderAskers: createOrderAskers(deps),
    payoutLimits: createLimitOperations(deps),
  };
}

function startSandboxes(
  config: GatewayConfig,
  { lifecycle, log }: Parts,
  deps: Omit<Parameters<typeof createSandboxes>[0], 'stopStore' | 'forgotten'>,
  jobsDb: Pool,
): Sandboxes {
  const clients = connectSandboxes(config, log);
  lifecycle.defer('sandbox clients', () => {
    for (const client of Object.values(clients)) client.close();
  });
  const deleteAt =
    (client: (typeof clients)['webhooks']): DeleteRows =>
    async (storeId, requestId) =>
      (await client.deleteSandboxStore({ storeId }, { requestId })).rows;
  startSandboxJobs({ ...deps, db: jobsDb, services: Object.values(clients).map(deleteAt) }, lifecycle);
  return createSandboxes({
    ...deps,
    stopStore: deleteAt(clients.webhooks),
    // A look-up that has begun before may be kept as long from its end.
    forgotten: () => delay(answersKeptMs + lookUpMsMax),
  });
}

function startTestClocks(config: GatewayConfig, { lifecycle, log, clock, ids }: Parts, db: Pool): TestClocks {
  const { billing, subscriptions, payouts, ledger, webhooks } = connectTestClocks(config, log);
  // In the order of the call graph.
  const services = [billing, subscriptions, payouts, ledger, webhooks];
  lifecycle.defer('test clock clients', () => {
    for (const service of services) service.close();
  });
  return createTestClocks({ db, clock, ids, log, services, consumers: [ledger, webhooks] });
}

type StoreParts = Pick<Deps, 'db' | 'clock' | 'ids' | 'tools' | 'clients' | 'sealer'>;

/** What a store asks of several services at once. */
function createStoreServices(
  config: GatewayConfig,
  parts: StoreParts,
  redis: Redis,
): Pick<Deps, 'persons' | 'providers' | 'checkReadiness'> {
  const { db, clock, clients } = parts;
  const record = (scope: StoreScope, fact: AuditFact): Promise<void> => recordAudit(parts, scope, fact);
  const providers = createProviders({
    clock,
    clients,
    record,
    tests: createProviderTests(redis),
    connectable: readConnectable(config.PITANGA_STORE_PROVIDERS, config.PITANGA_SIGNUP),
    offered: async (scope) => (await findStore(db, scope))?.methods.prod ?? [],
  });
  return {
    persons: createPersonRights({
      clock,
      clients,
      record,
      deleteNotes: (tenant, customerIds) => deleteNotesOfCustomers(db, tenant, customerIds),
    }),
    providers,
    checkReadiness: createReadiness({
      clock,
      clients,
      providers,
      storeFacts: (tenant) => findStoreFacts(parts, everyTenant, tenant),
    }),
  };
}
