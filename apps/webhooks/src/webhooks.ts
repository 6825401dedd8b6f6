import { join } from 'node:path';
import {
  ChargeServiceDefinition,
  DeliveryServiceDefinition,
  EventServiceDefinition,
  MailServiceDefinition,
  NoticeServiceDefinition,
  WebhookServiceDefinition,
} from '@pitanga/contracts';
import { everyTenant } from '@pitanga/core';
import {
  buildDatabaseUrl,
  migrationSet,
  platformInvariants,
  purgeIdempotencyKeys,
  purgeInbox,
} from '@pitanga/database';
import { createEgress, rangesFault } from '@pitanga/egress';
import { createRpcClient } from '@pitanga/rpc';
import { configError, periodic, randomBytes, sealerFromConfig } from '@pitanga/runtime';
import {
  startService,
  type Composition,
  type ServiceOverrides,
  type ServiceParts,
  type StartedService,
} from '@pitanga/service';
import { deliveryHandlers } from './api/delivery-rpc';
import { eventHandlers } from './api/event-rpc';
import { mailHandlers } from './api/mail-rpc';
import { noticeHandlers } from './api/notice-rpc';
import { webhookHandlers } from './api/webhook-rpc';
import type { WebhooksConfig } from './config';
import { erasePersons } from './consuming/erase-persons';
import { joinBatches } from './consuming/join-batches';
import { consumedTypes } from './consuming/consumed-types';
import { mayBeMailed } from './consuming/mail-of-event';
import { hasMatched, matchEvents } from './consuming/match-events';
import { planMails } from './consuming/plan-mails';
import type { DispatchLimits } from './delivering/dispatch-limits';
import { startDispatcher, type Dispatcher } from './delivering/dispatcher';
import { deleteSandboxDeliveries } from './delivering/sandbox-rows';
import type { Deps, MailDeps, Tools } from './deps';
import { countFailingWebhooks } from './endpoints/endpoint-health-repository';
import { personSections } from './erasures/person-sections';
import { withIndexPlans } from './index-plans';
import { invariants } from './invariants/invariant-queries';
import { applyRetention, preparePartitions } from './jobs/apply-retention';
import { finishErasures } from './jobs/finish-erasures';
import { testClockRetries } from './jobs/test-clock-retries';
import { mailerFromConfig } from './mailer/mail-config';
import { createWebhookMetrics } from './metrics';
import { findQueueDepth } from './queue/queue-repository';
import { sealedColumns } from './sealed-columns';

export { webhooksConfig, type WebhooksConfig } from './config';
/** For the access rules of Kafka. */
export { consumedTypes } from './consuming/consumed-types';

export const webhooksMigrations = migrationSet(join(__dirname, '../migrations'));

export const webhooksInvariants = [...invariants, ...platformInvariants];

/** Sent as User-Agent: receivers see which release called. */
const version = '0.1.0';
/** Events of one transaction. */
const eventsPerBatch = 200;
const purgeEveryMs = 3_600_000;
const queueDepthEveryMs = 15_000;
/** At a stop, calls in flight get this long; the rest are released, and another process makes them again. */
const dispatcherGraceMs = 8_000;

export interface WebhooksOverrides extends ServiceOverrides {
  readonly limits?: Partial<DispatchLimits>;
}

/** Starts webhooks: manages endpoints, turns domain events into deliveries, calls endpoints by the retry table. */
export const createWebhooks = (
  config: WebhooksConfig,
  overrides: WebhooksOverrides = {},
): Promise<StartedService<Deps>> =>
  startService({
    name: 'webhooks',
    config,
    overrides,
    migrations: webhooksMigrations,
    invariants: webhooksInvariants,
    databaseUrl: withIndexPlans(buildDatabaseUrl(config)),
    compose: (parts) => compose(config, overrides.limits, parts),
  });

async function compose(
  config: WebhooksConfig,
  limits: Partial<DispatchLimits> | undefined,
  parts: ServiceParts,
): Promise<Composition<Deps>> {
  const { db, jobsDb, clock, log, lifecycle } = parts;
  // The partitions created ahead may have run out while the service was down.
  await preparePartitions(db, clock.real(), log);
  const deps = createDeps(config, parts);
  const jobDeps: Deps = { ...deps, db: jobsDb };
  lifecycle.defer('egress', () => deps.egress.close());
  lifecycle.defer('mailer', () => {
    deps.mail?.mailer.close();
  });
  let dispatcher: Dispatcher | undefined;
  const waker = { wake: () => dispatcher?.wake() };
  return {
    deps,
    addServices: (rpc) => {
      rpc.add(WebhookServiceDefinition, webhookHandlers(deps, waker));
      rpc.add(DeliveryServiceDefinition, deliveryHandlers(deps, waker));
      rpc.add(EventServiceDefinition, eventHandlers(deps));
      rpc.add(MailServiceDefinition, mailHandlers(deps, waker));
      rpc.add(NoticeServiceDefinition, noticeHandlers(deps));
    },
    clockedWork: testClockRetries({ db, clock }, waker),
    personSections,
    deleteSandboxRows: deleteSandboxDeliveries,
    reseal: { sealer: deps.sealer, columns: sealedColumns },
    relay: { lingerMs: 250 },
    consumer: {
      types: consumedTypes,
      // What no mail is about is no webhook either: charge.created is the only type that mail has alone.
      isWanted: mayBeMailed,
      handle: joinBatches(async (events) => {
        await erasePersons(jobDeps, events);
        const deliveries = await matchEvents(jobDeps, events);
        // Before mail, which is less urgent.
        if (deliveries > 0) waker.wake();
        if ((await planMails(jobDeps, events)) > 0) waker.wake();
      }, eventsPerBatch),
    },
    isApplied: (_tenant, events) => hasMatched(deps, events),
    startJobs: () => {
      dispatcher = startDispatching(config, jobDeps, limits, parts);
      const purge = periodic('purge', purgeEveryMs, () => purgeOld(jobDeps), log);
      lifecycle.defer('purge', () => purge.stop());
    },
    stopGraceMs: 5_000,
  };
}

function createDeps(config: WebhooksConfig, parts: ServiceParts): Composition<Deps>['deps'] {
  const { db, clock, ids, log } = parts;
  const fault = rangesFault('ALLOWED_RANGES_IN_DEV_MODE', config.ALLOWED_RANGES_IN_DEV_MODE);
  if (fault !== undefined) throw configError([fault]);
  const tools = { clock, ids, random: randomBytes, log, sealer: sealerFromConfig(config) } satisfies Tools;
  return {
    ...tools,
    tools,
    db,
    egress: createEgress(),
    mail: createMail(config, parts),
    choosePolicy: ({ devMode }) => ({
      requireHttps: !devMode,
      allowLoopback: devMode && config.ALLOW_LOOPBACK_IN_DEV_MODE,
      allowedRanges: devMode ? config.ALLOWED_RANGES_IN_DEV_MODE : [],
    }),
  };
}

function createMail(config: WebhooksConfig, parts: ServiceParts): MailDeps | undefined {
  const mail = mailerFromConfig(config);
  if (!mail) return undefined;
  if (config.PUBLIC_URL === undefined) throw configError(['PUBLIC_URL is needed to send mail: mail has links']);
  return {
    mailer: mail.mailer,
    domain: mail.from.address.slice(mail.from.address.lastIndexOf('@') + 1),
    publicUrl: config.PUBLIC_URL,
    isInDevMode: config.MAIL_IN_DEV_MODE,
    boletoPdf: createBoletoPdf(config, parts),
  };
}

function createBoletoPdf(
  { BILLING_ADDRESS: address }: WebhooksConfig,
  { log, metrics, lifecycle, tls }: ServiceParts,
): MailDeps['boletoPdf'] {
  if (address === undefined) return undefined;
  const charges = createRpcClient(ChargeServiceDefinition, { address, log, metrics, tls });
  lifecycle.defer('billing client', () => {
    charges.close();
  });
  return charges.resolveBoletoPdf;
}

function startDispatching(
  config: WebhooksConfig,
  deps: Deps,
  limits: Partial<DispatchLimits> | undefined,
  { metrics: registry, lifecycle }: ServiceParts,
): Dispatcher {
  const metrics = createWebhookMetrics(registry, () => dispatcher.inFlight());
  const dispatcher = startDispatcher({
    deps,
    all: everyTenant,
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
  lifecycle.defer('dispatcher', () => dispatcher.stop(dispatcherGraceMs), dispatcherGraceMs + 4_000);
  const measure = async (): Promise<void> => {
    const depth = await findQueueDepth(deps.db, everyTenant);
    metrics.queued(depth, deps.clock.real());
    metrics.mailQueued(depth.find(({ state }) => state === 'READY')?.oldestMailDueAt, deps.clock.real());
    metrics.failing(await countFailingWebhooks(deps.db, everyTenant));
  };
  const measuring = periodic('measure the queue', queueDepthEveryMs, measure, deps.log);
  lifecycle.defer('queue measurement', () => measuring.stop());
  return dispatcher;
}

async function purgeOld(deps: Deps): Promise<void> {
  await purgeIdempotencyKeys(deps.db, deps.clock.real());
  await purgeInbox(deps.db, deps.clock.real());
  await finishErasures(deps);
  await applyRetention(deps);
}
