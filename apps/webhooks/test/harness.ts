import { randomBytes } from 'node:crypto';
import { Checkout, type Charge, type EventData, type EventType, type InboundEvent } from '@pitanga/contracts';
import { everyTenant, type Clock, type Tenant } from '@pitanga/core';
import { connect } from '@pitanga/database';
import { createEgress, type Egress } from '@pitanga/egress';
import { createSealer } from '@pitanga/runtime';
import { checkDeliveredBody, silentLog, testDatabase, testIds, type TestDatabase } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import { startDispatcher, type Dispatcher, type DispatcherOptions } from '../src/delivering/dispatcher';
import type { Webhook, WebhookInput } from '../src/endpoints/webhook';
import { checkInputAndAddress, createWebhook } from '../src/managing/create-webhook';
import { matchEvents } from '../src/consuming/match-events';
import { withIndexPlans } from '../src/index-plans';

export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

/** Real PostgreSQL, real HTTP, a clock that the test moves. */
export interface Harness {
  readonly deps: Deps;
  readonly database: TestDatabase;
  /** Opens the sealed secrets: for processes of their own. */
  readonly dataKey: string;
  register(tenant: Tenant, endpoint: string, more?: Partial<WebhookInput>): Promise<Webhook>;
  /** Queues `count` paid transparent charges of a tenant; answers their facts. */
  pay(tenant: Tenant, count?: number): Promise<InboundEvent[]>;
  dispatch(options?: Partial<DispatcherOptions>): Dispatcher;
  /** Stops every dispatcher of the test. */
  stopDispatchers(): Promise<void>;
  close(): Promise<void>;
}

export async function startHarness(clock: Clock): Promise<Harness> {
  const database = await testDatabase('webhooks');
  const db = connect({ url: withIndexPlans(database.url), applicationName: 'webhooks test', acquireTimeoutMs: 60_000 });
  const egress = createEgress();
  const dataKey = randomBytes(32).toString('base64');
  const deps = testDeps(db, egress, clock, dataKey);
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
      const checked = await checkInputAndAddress(deps, tenant, { legacySecretHeader: false, ...input });
      return (await createWebhook(deps, tenant, checked)).webhook;
    },
    pay: async (tenant, count = 1) => {
      const facts = Array.from({ length: count }, () => chargePaid(tenant, clock.real()));
      for (let start = 0; start < count; start += 200) await matchEvents(deps, facts.slice(start, start + 200));
      return facts;
    },
    dispatch: (options = {}) => {
      // Long enough for a busy machine: the test's clock would never bring the retry.
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
    close: async () => {
      await stopDispatchers();
      await egress.close();
      await db.destroy();
      await database.drop();
    },
  };
}

function testDeps(db: Deps['db'], egress: Egress, clock: Clock, dataKey: string): Deps {
  return {
    db,
    clock,
    ids: testIds,
    random: randomBytes,
    log: silentLog,
    sealer: createSealer(dataKey, { format: 2 }),
    egress,
    policyOf: ({ devMode }) => ({ requireHttps: !devMode, allowLoopback: devMode }),
  };
}

export function aCharge(more: Partial<Charge> = {}): Charge {
  const at = new Date('2026-11-20T14:59:00.000Z');
  return {
    id: testIds.next('pixCharge', at),
    devMode: true,
    externalId: 'order-1',
    method: 'PAYMENT_METHOD_PIX',
    origin: 'CHARGE_ORIGIN_TRANSPARENT',
    checkoutId: undefined,
    amountCents: 10_000,
    paidAmountCents: 10_000,
    refundedAmountCents: 0,
    platformFeeCents: 80,
    status: 'CHARGE_STATUS_PAID',
    customerId: 'cust_1',
    description: 'Açaí 500 ml',
    receiptUrl: 'https://pay.example/receipts/1',
    expiresAt: at,
    paidAt: at,
    metadataJson: '{"z":1,"a":"\\u0000 \\" \\\\"}',
    createdAt: at,
    updatedAt: at,
    pix: { brCode: '000201', qrPng: Buffer.alloc(0), txid: 'tx', endToEndId: 'E1' },
    payer: { name: 'Ana', maskedTaxId: '123.***.***-**', isSameAsCustomer: true },
    coupons: [],
    ...more,
  };
}

export function aCheckout(more: Partial<Checkout> = {}): Checkout {
  const at = new Date('2026-11-20T14:59:00.000Z');
  return Checkout.fromPartial({
    id: testIds.next('checkout', at),
    devMode: true,
    url: 'https://pay.example/pay/1',
    amountCents: 5_000,
    paidAmountCents: 5_000,
    platformFeeCents: 80,
    status: 'CHECKOUT_STATUS_PAID',
    methods: ['PAYMENT_METHOD_PIX'],
    frequency: 'CHECKOUT_FREQUENCY_ONE_TIME',
    customerId: 'cust_1',
    maxInstallments: 1,
    metadataJson: '{}',
    createdAt: at,
    updatedAt: at,
    ...more,
  });
}

export const aCustomer = { id: 'cust_1', name: 'Ana', email: 'ana@example.com', maskedTaxId: '123.***.***-**' };

/** A fact about `aCustomer`, unless `data` says otherwise; occurred and recorded at once. */
export function aFact<T extends EventType>(
  type: T,
  tenant: Tenant,
  at: Date,
  data: Partial<EventData<T>>,
): Extract<InboundEvent, { type: T }> {
  return {
    type,
    id: testIds.next('event', at),
    key: 'aggregate',
    occurredAt: at,
    recordedAt: at,
    traceparent: undefined,
    data: { tenant: { storeId: tenant.storeId, devMode: tenant.devMode }, customer: aCustomer, ...data },
  } as unknown as Extract<InboundEvent, { type: T }>;
}

export function chargePaid(tenant: Tenant, recordedAt: Date, charge: Charge = aCharge()): InboundEvent {
  return aFact('charge.paid', tenant, recordedAt, { charge });
}

/** The bodies of a store's deliveries, parsed, each of which is what the API documents publish. */
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
