import {
  required,
  eventCatalogue,
  SubscriptionServiceDefinition,
  type EventData,
  type EventType,
  type InboundEvent,
} from '@pitanga/contracts';
import { isAppError, type Clock, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createRpcClient, type CallContext, type RpcClient } from '@pitanga/rpc';
import { loadConfig } from '@pitanga/runtime';
import { silentLog, testDatabase, testIds, type TestDatabase } from '@pitanga/testing';
import { applyEvents } from '../src/api/consumed-events';
import { invariants } from '../src/invariants/invariant-queries';
import { createCollector } from '../src/jobs/collector';
import { createSubscriptions, subscriptionsConfig } from '../src/subscriptions';
import type { Subscription } from '../src/subscriptions/subscription';
import { findSubscription } from '../src/subscriptions/subscription-queries';
import { aCheckout } from './billing-messages';
import { startBillingStandIn, type BillingStandIn } from './billing-stand-in';

export const dayMs = 86_400_000;
/** An ordinary Friday noon in São Paulo. */
export const noon = new Date('2026-11-20T15:00:00.000Z');

/** Stands still until a test moves it. */
export interface MovedClock extends Clock {
  advance(ms: number): void;
  advanceTo(at: string | Date): void;
}

export function movedClock(): MovedClock {
  let real = noon.getTime();
  return {
    real: () => new Date(real),
    now: () => new Date(real),
    advance: (ms) => (real += ms),
    advanceTo: (at) => (real = new Date(at).getTime()),
  };
}

/** One process of the service: its own connections, nothing shared but the database and billing. */
export type Replica = Awaited<ReturnType<typeof createSubscriptions>>;

export interface Subscriptions {
  readonly database: TestDatabase;
  readonly db: Db;
  readonly clock: MovedClock;
  readonly billing: BillingStandIn;
  readonly deps: Replica['deps'];
  readonly client: RpcClient<SubscriptionServiceDefinition>;
  /** `name` is of its connections. */
  replica(name: string): Promise<Replica>;
  /** Billing tells of a new subscription; answers its id. */
  start(tenant: Tenant, changes?: Partial<EventData<'agreement.started'>>): Promise<string>;
  get(tenant: Tenant, id: string): Promise<Subscription>;
  /** Does what is due now until nothing is. */
  collect(): Promise<void>;
  /** Proves the invariants, then takes what is left out of the schedule: the next test's time passes without it. */
  finishTest(): Promise<void>;
  /** Moves the clock to an instant, doing what falls due at each one on the way. */
  runTo(at: string | Date): Promise<void>;
  stop(): Promise<void>;
}

/** The service as production composes it, on a database of its own. Its jobs run when a test runs them. */
export async function startSubscriptions(standIn: { readonly isOld?: boolean } = {}): Promise<Subscriptions> {
  const database = await testDatabase('subscriptions');
  const clock = movedClock();
  const billing = await startBillingStandIn(standIn);
  const replica = (name: string): Promise<Replica> => {
    const config = loadConfig(subscriptionsConfig, {
      DATABASE_URL: `${database.url}?application_name=${name}`,
      // Nothing connects to it: the outbox stays for the test to read.
      KAFKA_BROKERS: '127.0.0.1:1',
      BILLING_ADDRESS: billing.address,
    });
    return createSubscriptions(config, { clock, log: silentLog, background: false });
  };
  const own = await replica('subscriptions');
  const { deps } = own;
  const address = `127.0.0.1:${String(own.port)}`;
  const client = createRpcClient(SubscriptionServiceDefinition, { address, deadlineMs: 60_000 });
  let started: Promise<unknown> = Promise.resolve();
  const collector = createCollector(deps);
  const collect = async (): Promise<void> => {
    do {
      await collector.run();
      await collector.drained();
    } while (await hasDue(database.db, clock.real()));
  };
  return {
    database,
    db: database.db,
    clock,
    billing,
    deps,
    client,
    collect,
    replica,
    start: async (tenant, changes) => {
      const data = anAgreement(tenant, { startedAt: clock.now(tenant), ...changes });
      // One after the other, as from a partition.
      const event = inbound('agreement.started', data.subscriptionId, data);
      const applied = started.then(() => applyEvents(deps, [event]));
      started = applied.catch(() => undefined);
      await applied;
      return data.subscriptionId;
    },
    get: async (tenant, id) => {
      const found = await findSubscription(database.db, tenant, id);
      if (!found) throw new Error(`there is no subscription ${id}`);
      return found;
    },
    finishTest: async () => {
      expect(await brokenInvariants(database.db, clock.real())).toEqual([]);
      for (const table of ['cycle_attempts', 'cycles', 'subscriptions', 'recurring_revenue'])
        await database.db(table).delete();
    },
    runTo: async (to) => {
      const until = new Date(to);
      for (;;) {
        await collect();
        const next = await nextRun(database.db, clock.real(), until);
        clock.advanceTo(next ?? until);
        if (!next) return collect();
      }
    },
    stop: async () => {
      client.close();
      await own.stop();
      await billing.stop();
      await database.close();
    },
  };
}

async function hasDue(db: Db, now: Date): Promise<boolean> {
  return (await db('subscriptions').where('run_at', '<=', now).first()) !== undefined;
}

async function nextRun(db: Db, after: Date, until: Date): Promise<Date | undefined> {
  const row = (await db('subscriptions').min('run_at as at').where('run_at', '>', after).first()) as
    { at: Date | null } | undefined;
  return row?.at && row.at <= until ? row.at : undefined;
}

let counter = 0;

export function anAgreement(
  tenant: Tenant,
  changes: Partial<EventData<'agreement.started'>> = {},
): EventData<'agreement.started'> {
  counter += 1;
  const startedAt = changes.startedAt ?? noon;
  const customer = { id: `cust_${String(counter)}`, name: 'Ana', email: 'ana@example.com', maskedTaxId: '1**' };
  return {
    tenant,
    subscriptionId: testIds.next('subscription', startedAt),
    checkout: aCheckout({ id: 'bill_1', metadataJson: '{"pedido":  1}' }),
    charge: undefined,
    customer,
    method: 'PAYMENT_METHOD_CARD',
    productId: 'prod_1',
    quantity: 1,
    unitPriceCents: 4_990,
    cycle: 'BILLING_CYCLE_MONTHLY',
    trialDays: undefined,
    coupons: [],
    maxRetry: 3,
    retryEveryDays: 1,
    leadDays: 0,
    startedAt,
    ...changes,
  };
}

export function inbound<T extends EventType>(
  type: T,
  key: string,
  data: EventData<T>,
  occurredAt = noon,
): InboundEvent {
  const id = testIds.next('event', occurredAt);
  return { type, id, key, occurredAt, recordedAt: occurredAt, traceparent: undefined, data } as unknown as InboundEvent;
}

/** A call, with an idempotency key when one is given. */
export function call(key?: string, fingerprint = 'same'): CallContext {
  const requestId = `req_${testIds.token(24)}`;
  return key === undefined ? { requestId } : { requestId, idempotency: { key, operation: 'test', fingerprint } };
}

export const weekly = { cycle: 'BILLING_CYCLE_WEEKLY' } as const;

/** `days` times 24 hours after an instant. */
export function later(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs);
}

/** Requests and reads that tests share; `subs` is called at each, because it is started before the tests. */
export function subscriptionCalls(subs: () => Subscriptions) {
  const payments = (id: string) => subs().billing.payments.filter(({ subscriptionId }) => subscriptionId === id);
  return {
    /** What billing has collected. */
    payments,
    dues: (id: string): Date[] => payments(id).map(({ dueAt }) => required(dueAt, 'dueAt')),
    /** From now on billing declines this subscription, and no other. */
    decline: (id: string): void => {
      subs().billing.behave = ({ subscriptionId }) => (subscriptionId === id ? 'DECLINE' : 'PAY');
    },
    pause: (tenant: Tenant, id: string, resumesAt?: Date, key?: string) =>
      subs().client.pauseSubscription({ tenant, id, resumesAt }, call(key)),
    resume: (tenant: Tenant, id: string, key?: string) => subs().client.resumeSubscription({ tenant, id }, call(key)),
    resumeFrom: (tenant: Tenant, id: string, from: 'ANCHOR' | 'NOW') =>
      subs().client.resumeSubscription({ tenant, id, resumeFrom: `RESUME_FROM_${from}` }, call()),
    upcoming: (tenant: Tenant, id: string, from?: 'ANCHOR' | 'NOW') =>
      subs().client.getUpcoming({ tenant, id, resumeFrom: from && `RESUME_FROM_${from}` }, call()),
    /** Over gRPC, as a caller sees it. */
    read: async (tenant: Tenant, id: string) =>
      required((await subs().client.getSubscription({ tenant, id }, call())).subscription, 'subscription'),
    revenue: (tenant: Tenant) => subs().client.getRecurringRevenue({ tenant }, call()),
    cycleStatuses: (id: string) =>
      subs().db('cycles').where({ subscription_id: id }).orderBy('number').pluck<string[]>('status'),
  };
}

export type Fact = {
  [T in EventType]: { readonly type: T; readonly data: EventData<T>; readonly payload: string };
}[EventType];

/** The facts about a subscription, oldest first. */
export async function factsOf(db: Db, subscriptionId: string): Promise<readonly Fact[]> {
  const rows = (await db('outbox').select('type', 'payload').where({ key: subscriptionId }).orderBy('id')) as {
    type: EventType;
    payload: string;
  }[];
  return rows.map(({ type, payload }) => {
    const data: unknown = eventCatalogue[type].codec.fromJSON(JSON.parse(payload));
    return { type, data, payload } as unknown as Fact;
  });
}

/** Without those of its cycles, which are a topic of their own. */
export async function typesOf(db: Db, subscriptionId: string): Promise<string[]> {
  const types = (await factsOf(db, subscriptionId)).map(({ type }) => type);
  return types.filter((type) => !type.startsWith('cycle.')).map((type) => type.replace('subscription.', ''));
}

/** The facts of one type, decoded. */
export async function factsOfType<T extends EventType>(db: Db, id: string, type: T): Promise<EventData<T>[]> {
  const facts = await factsOf(db, id);
  return facts.filter((fact) => fact.type === type).map(({ data }) => data as unknown as EventData<T>);
}

export async function brokenInvariants(db: Db, now: Date): Promise<string[]> {
  const found = await Promise.all(invariants.map(({ violations }) => violations(db, now)));
  return found.flat();
}

/** What a call was refused with; fails when it was not. */
export async function refusal(work: Promise<unknown>): Promise<{ kind: string; reason: string; message: string }> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error('the call was not refused', { cause: error });
  return { kind: error.kind, reason: error.reason, message: error.message };
}
