import { join } from 'node:path';
import {
  AgreementServiceDefinition,
  ProductServiceDefinition,
  SubscriptionServiceDefinition,
} from '@pitanga/contracts';
import { migrationSet, platformInvariants } from '@pitanga/database';
import { createRpcClient } from '@pitanga/rpc';
import {
  startService,
  type Composition,
  type ServiceOverrides,
  type ServiceParts,
  type StartedService,
} from '@pitanga/service';
import { applyEvents, consumedTypes } from './api/consumed-events';
import { subscriptionHandlers } from './api/subscription-rpc';
import type { SubscriptionsConfig } from './config';
import type { Deps, Tools } from './deps';
import { invariants } from './invariants/invariant-queries';
import { clockedCycles } from './jobs/clocked-cycles';
import { startJobs } from './jobs/start-jobs';
import { createSubscriptionMetrics } from './metrics';
import { personSections } from './payments/person-sections';

export { subscriptionsConfig, type SubscriptionsConfig } from './config';
/** For the access rules of Kafka. */
export { consumedTypes } from './api/consumed-events';
export { claimDueSubscriptions } from './subscriptions/subscription-repository';

export const subscriptionsMigrations = migrationSet(join(__dirname, '../migrations'));

export const subscriptionsInvariants = [...invariants, ...platformInvariants];

/** Billing recognizes a repeat of each by its attempt or subscription: a retry is as harmless as a read. */
const repeatable = ['chargeCycle', 'chargeCycles', 'voidCycleAttempt', 'endAgreement'] as const;
/** An acquirer may take its time; well under the lease of a claim. */
const billingDeadlineMs = 20_000;
/** As long as the longest call, one that waits for a bank. */
const stopGraceMs = 15_000;

/** Starts subscriptions: the plan of every subscription, and when its next charge is due. */
export function createSubscriptions(
  config: SubscriptionsConfig,
  overrides: ServiceOverrides = {},
): Promise<StartedService<Deps>> {
  return startService({
    name: 'subscriptions',
    config,
    overrides,
    migrations: subscriptionsMigrations,
    invariants: subscriptionsInvariants,
    compose: (parts) => compose(config, parts),
  });
}

function compose(
  config: SubscriptionsConfig,
  { db, jobsDb, clock, ids, log, metrics, lifecycle, tls }: ServiceParts,
): Composition<Deps> {
  const billing = { address: config.BILLING_ADDRESS, log, metrics, tls, deadlineMs: billingDeadlineMs };
  const agreements = createRpcClient(AgreementServiceDefinition, { ...billing, retryable: repeatable });
  const products = createRpcClient(ProductServiceDefinition, billing);
  lifecycle.defer('billing clients', () => {
    agreements.close();
    products.close();
  });
  const tools = { clock, ids, log, metrics: createSubscriptionMetrics(metrics) } satisfies Tools;
  const deps: Composition<Deps>['deps'] = { ...tools, tools, db, agreements, products };
  const jobDeps = { ...deps, db: jobsDb };
  return {
    deps,
    addServices: (rpc) => {
      rpc.add(SubscriptionServiceDefinition, subscriptionHandlers(deps));
    },
    clockedWork: clockedCycles(deps),
    personSections,
    consumer: { types: consumedTypes, handle: (events) => applyEvents(jobDeps, events) },
    startJobs: () => {
      startJobs(jobDeps, lifecycle);
    },
    stopGraceMs,
  };
}
