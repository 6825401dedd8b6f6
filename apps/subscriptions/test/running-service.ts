import { SubscriptionServiceDefinition } from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createRpcClient, type RpcClient } from '@pitanga/rpc';
import { loadConfig, type Service } from '@pitanga/runtime';
import { silentLog, testDatabase, testIds, testInfra } from '@pitanga/testing';
import { createSubscriptions, subscriptionsConfig } from '../src/subscriptions';
import type { Subscription } from '../src/subscriptions/subscription';
import { insertSubscription } from '../src/subscriptions/subscription-repository';
import { noon } from './subscriptions-harness';

/** The service runs on real time here: nothing of this falls due. */
const farAway = new Date('2126-12-20T15:00:00.000Z');

export interface RunningService {
  readonly db: Db;
  readonly service: Service;
  readonly client: RpcClient<SubscriptionServiceDefinition>;
  stop(): Promise<void>;
}

/**
 * The whole service as it is deployed, on a database of its own and on real time.
 *
 * @param billing its address; by default no server listens there
 */
export async function startWholeService(billing = '127.0.0.1:1'): Promise<RunningService> {
  const database = await testDatabase('subscriptions');
  const config = loadConfig(subscriptionsConfig, {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: testInfra().kafka,
    KAFKA_PREFIX: `subscriptions-${testIds.token(8)}.`,
    BILLING_ADDRESS: billing,
  });
  const service = await createSubscriptions(config, { log: silentLog });
  const client = createRpcClient(SubscriptionServiceDefinition, {
    address: `127.0.0.1:${String(service.port)}`,
    deadlineMs: 60_000,
  });
  return {
    db: database.db,
    service,
    client,
    stop: async () => {
      client.close();
      await service.stop();
      await database.close();
    },
  };
}

function aSubscription(changes: Partial<Subscription> = {}): Subscription {
  const createdAt = changes.createdAt ?? noon;
  return {
    id: testIds.next('subscription', createdAt),
    checkoutId: testIds.next('checkout', noon),
    customerId: testIds.next('customer', noon),
    externalId: undefined,
    productId: testIds.next('product', noon),
    quantity: 1,
    unitPriceCents: cents(4_990),
    amountCents: cents(4_990),
    discountCents: cents(0),
    carriedCents: cents(0),
    agreedCoupons: [],
    method: 'CARD',
    status: 'ACTIVE',
    cycle: 'MONTHLY',
    retryPolicy: { maxRetry: 3, retryEveryDays: 1 },
    trialDays: undefined,
    leadDays: 0,
    trialEndsAt: undefined,
    step: 'WAIT',
    anchorAt: createdAt,
    anchorCycle: 0,
    cycleNumber: 1,
    attempts: 0,
    uncounted: 0,
    cycleBegunAt: undefined,
    nextChargeAt: farAway,
    stoppedReason: undefined,
    isRecurring: true,
    pausedAt: undefined,
    resumesAt: undefined,
    resumeFrom: undefined,
    isLapsed: false,
    endsAt: undefined,
    cardReplacedAt: undefined,
    canceledAt: undefined,
    cancelPolicy: undefined,
    cancelledDueTo: undefined,
    metadataJson: '{}',
    createdAt,
    updatedAt: createdAt,
    ...changes,
  };
}

export const cancelled: Partial<Subscription> = {
  status: 'CANCELLED',
  step: 'DONE',
  isRecurring: false,
  nextChargeAt: undefined,
  canceledAt: noon,
  cancelPolicy: 'NOW',
  cancelledDueTo: 'max_payment_retries_exceeded',
};

/** Subscriptions one second apart, oldest first. */
export async function seedSubscriptions(
  db: Db,
  tenant: Tenant,
  changes: readonly Partial<Subscription>[],
): Promise<Subscription[]> {
  const seeded = changes.map((change, index) =>
    aSubscription({ createdAt: new Date(noon.getTime() + index * 1_000), ...change }),
  );
  for (const subscription of seeded) {
    await insertSubscription(db, tenant, subscription, subscription.step === 'DONE' ? null : farAway);
  }
  return seeded;
}
