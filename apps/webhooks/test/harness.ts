import { randomBytes } from 'node:crypto';
import type { InboundEvent } from '@pitanga/contracts';
import { everyTenant, type Clock, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { loadConfig } from '@pitanga/runtime';
import {
  checkDeliveredBody,
  silentLog,
  testDatabase,
  waitFor,
  webhookReceiver,
  type TestDatabase,
  type WebhookReceiver,
} from '@pitanga/testing';
import { startDispatcher, type Dispatcher, type DispatcherOptions } from '../src/delivering/dispatcher';
import type { Webhook, WebhookInput } from '../src/endpoints/webhook';
import { chargePaid } from './domain-events';
import { checkInputAndAddress, createWebhook } from '../src/managing/create-webhook';
import { matchEvents } from '../src/consuming/match-events';
import { createWebhooks, webhooksConfig } from '../src/webhooks';

export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

/** A real PostgreSQL, real HTTP, and a clock that the test moves. */
export interface Harness {
  readonly deps: Awaited<ReturnType<typeof createWebhooks>>['deps'];
  readonly database: TestDatabase;
  /** The key of the sealed secrets, for other processes. */
  readonly dataKey: string;
  register(tenant: Tenant, endpoint: string, more?: Partial<WebhookInput>): Promise<Webhook>;
  /** Queues deliveries of `count` paid transparent charges of a tenant; returns their domain events. */
  pay(tenant: Tenant, count?: number): Promise<InboundEvent[]>;
  dispatch(options?: Partial<DispatcherOptions>): Dispatcher;
  /** Stops every dispatcher of the test. */
  stopDispatchers(): Promise<void>;
  stop(): Promise<void>;
}

/** Webhooks as production composes them, on a database of their own. They dispatch when a test dispatches. */
export async function startHarness(clock: Clock, settings: Readonly<Record<string, string>> = {}): Promise<Harness> {
  const database = await testDatabase('webhooks');
  const dataKey = randomBytes(32).toString('base64');
  const config = loadConfig(webhooksConfig, {
    DATABASE_URL: database.url,
    // Nothing connects to it: the outbox stays for the test to read.
    KAFKA_BROKERS: '127.0.0.1:1',
    DATA_KEY: dataKey,
    ALLOW_LOOPBACK_IN_DEV_MODE: 'true',
    ...settings,
  });
  const service = await createWebhooks(config, { clock, log: silentLog, background: false });
  const { deps } = service;
  const dispatchers: Dispatcher[] = [];
  const stopDispatchers = async (): Promise<void> => {
    await Promise.all(dispatchers.splice(0).map((dispatcher) => dispatcher.stop(200)));
  };
  return {
    deps,
    database,
    dataKey,
    register: async (tenant, endpoint, more = {}) => {
      const input = { name: 'hook', endpoint, secret, events: ['transparent.completed'], v2: true, ...more };
      const checked = await checkInputAndAddress(deps, tenant, {
        legacySecretHeader: false,
        legacySecretQuery: false,
        ...input,
      });
      return (await transact(deps, (tx) => createWebhook(tx, tenant, checked))).webhook;
    },
    pay: async (tenant, count = 1) => {
      const events = Array.from({ length: count }, () => chargePaid(tenant, clock.real()));
      for (let start = 0; start < count; start += 200) await matchEvents(deps, events.slice(start, start + 200));
      return events;
    },
    dispatch: (options = {}) => {
      // Never reached on a busy machine: the retry would wait for the clock of the test.
      const settings = { timeoutMs: 60_000, signatureKey: undefined, userAgent: 'Pitanga-Webhooks/test' };
      const dispatcher = startDispatcher({
        deps,
        all: everyTenant,
        settings,
        ...options,
        limits: { promoteMs: 10, ...options.limits },
      });
      dispatchers.push(dispatcher);
      return dispatcher;
    },
    stopDispatchers,
    stop: async () => {
      await stopDispatchers();
      await service.stop();
      await database.close();
    },
  };
}

/** The parsed bodies of a store's deliveries, after a check against the published schema. */
export async function bodiesOf({ database }: Harness, tenant: Tenant): Promise<Record<string, unknown>[]> {
  const rows = (await database
    .db('deliveries')
    .join('delivery_bodies', 'delivery_id', 'id')
    .where({ store_id: tenant.storeId })
    .orderBy('id')) as { body: string }[];
  return rows.map(({ body }) => {
    checkDeliveredBody(body);
    return JSON.parse(body) as Record<string, unknown>;
  });
}

export interface DeliveryState {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_status_code: number | null;
  readonly last_error_class: string | null;
}

export async function deliveriesOf({ database }: Harness, tenant: Tenant): Promise<DeliveryState[]> {
  const columns = ['id', 'status', 'attempts', 'last_status_code', 'last_error_class'];
  return (await database
    .db('deliveries')
    .select(columns)
    .where({ store_id: tenant.storeId })
    .orderBy('id')) as DeliveryState[];
}

export async function queuedOf({ database }: Harness, tenant: Tenant): Promise<{ state: string; due_at: Date }[]> {
  const rows = await database.db('delivery_queue').where({ store_id: tenant.storeId });
  return rows as { state: string; due_at: Date }[];
}

/** Waits until a store has so many deliveries and all have ended. */
export async function finishedDeliveries(harness: Harness, tenant: Tenant, count = 1): Promise<DeliveryState[]> {
  return await waitFor('final results', async () => {
    const deliveries = await deliveriesOf(harness, tenant);
    return deliveries.length === count && deliveries.every(({ status }) => status !== 'PENDING') && deliveries;
  });
}

/** Opens receivers, and closes them together. */
export function testReceivers() {
  const receivers: WebhookReceiver[] = [];
  return {
    receive: async (answer?: Parameters<typeof webhookReceiver>[0]): Promise<WebhookReceiver> => {
      const receiver = await webhookReceiver(answer);
      receivers.push(receiver);
      return receiver;
    },
    closeAll: async (): Promise<void> => {
      for (const receiver of receivers.splice(0)) await receiver.close();
    },
  };
}
