import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock, type Tenant } from '@pitanga/core';
import { createMessaging, ensureTopics } from '@pitanga/messaging';
import {
  aTenant,
  seeded,
  silentLog,
  testInfra,
  waitFor,
  webhookReceiver,
  type WebhookReceiver,
} from '@pitanga/testing';
import { Webhook } from 'standardwebhooks';
import { dispatchLimits } from '../src/delivering/dispatch-limits';
import { deliveriesOf, queuedOf, secret, startHarness, type Harness } from './harness';
import { seed, shortOrLong } from './proof-settings';
import { killReplicas, startReplica, type Replica } from './replica';

const deliveries = shortOrLong(2_000, 20_000);
const stores = 10;
const kills = shortOrLong(3, 20);
/** The short form runs on a machine that is busy with other tests. */
const slackMs = shortOrLong(30_000, 5_000);

let harness: Harness;
let replicaEnv: Record<string, string>;
let receiver: WebhookReceiver;

beforeAll(async () => {
  harness = await startHarness(systemClock);
  const prefix = `replicas-${randomBytes(6).toString('hex')}.`;
  const kafka = testInfra().kafka;
  const messaging = createMessaging({ brokers: [kafka], clientId: 'proof', prefix, log: silentLog });
  await ensureTopics(messaging, { partitions: 1 });
  replicaEnv = {
    DATABASE_URL: harness.database.url,
    KAFKA_BROKERS: kafka,
    KAFKA_PREFIX: prefix,
    DATA_KEY: harness.dataKey,
    ALLOW_LOOPBACK_IN_DEV_MODE: 'true',
  };
}, 60_000);
beforeEach(async () => {
  // A few milliseconds, as over a network: so that there is always something in flight.
  receiver = await webhookReceiver(() => ({ status: 200, delayMs: 5 }));
});
afterEach(() => receiver.close());
afterAll(async () => {
  await killReplicas();
  await harness.stop();
});

async function someStores(): Promise<readonly Tenant[]> {
  const tenants = Array.from({ length: stores }, () => aTenant());
  for (const tenant of tenants) await harness.register(tenant, receiver.url);
  return tenants;
}

const unfinished = async (): Promise<number> => {
  const rows = await harness.database.db('deliveries').where({ status: 'PENDING' }).count('id as count');
  return Number(rows[0]?.['count']);
};

const leased = async (): Promise<number> => {
  const rows = await harness.database.db('delivery_queue').where({ state: 'LEASED' }).count('delivery_id as count');
  return Number(rows[0]?.['count']);
};

interface Attempt {
  readonly delivery_id: string;
  readonly no: number;
  readonly started_at: Date;
  readonly error_class: string | null;
}

describe(`dispatchers that are killed at random (seed ${String(seed)})`, () => {
  it(
    'deliver every event; only what was in flight comes twice, with the same id, after the lease',
    async () => {
      const random = seeded(seed);
      const tenants = await someStores();
      const replicas: Replica[] = await Promise.all([startReplica(replicaEnv), startReplica(replicaEnv)]);
      const paying = (async (): Promise<void> => {
        for (let paid = 0; paid < deliveries; paid += 50) {
          await harness.pay(tenants[(paid / 50) % stores] ?? aTenant(), 50);
          await delay(random() * 100);
        }
      })();
      let inFlightMax = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        await delay(random() * 2_000);
        const victim = Math.floor(random() * replicas.length);
        await replicas[victim]?.kill9();
        // The leases of the dead process and of the other: at least as many as were in flight.
        inFlightMax += await leased();
        replicas[victim] = await startReplica(replicaEnv);
      }
      await paying;
      await waitFor('the last delivery', async () => (await unfinished()) === 0, 300_000);
      for (const replica of replicas) await replica.stop();

      const receivedIds = receiver.seen.map(({ headers }) => String(headers['webhook-id']));
      const sent = await harness.database.db('deliveries').select('id', 'status');
      expect(sent).toHaveLength(deliveries);
      expect(sent.every(({ status }) => status === 'DELIVERED')).toBe(true);
      expect(new Set(receivedIds)).toEqual(new Set(sent.map(({ id }) => String(id))));

      const attempts = (await harness.database.db('attempts').orderBy(['delivery_id', 'no'])) as Attempt[];
      const interrupted = attempts.filter(({ error_class }) => error_class === 'interrupted');
      const duplicates = receivedIds.length - new Set(receivedIds).size;
      console.log(`${String(duplicates)} twice of ${String(interrupted.length)} in flight at ${String(kills)} kills`);
      expect(duplicates).toBeLessThanOrEqual(interrupted.length);
      expect(interrupted.length).toBeLessThanOrEqual(inFlightMax);
      expect(slowestRecoveryMs(attempts)).toBeLessThan(dispatchLimits.leaseMs + slackMs);
      for (const { body, headers } of receiver.seen.slice(0, 500)) {
        expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeDefined();
      }
    },
    shortOrLong(300_000, 1_200_000),
  );
});

/** From the begin of an attempt that its process did not survive to the begin of the next one. */
function slowestRecoveryMs(attempts: readonly Attempt[]): number {
  const gaps = attempts.flatMap((attempt, index) => {
    const next = attempts[index + 1];
    if (attempt.error_class !== 'interrupted' || next?.delivery_id !== attempt.delivery_id) return [];
    return [next.started_at.getTime() - attempt.started_at.getTime()];
  });
  console.log(`the slowest was called again after ${String(Math.max(0, ...gaps))} ms`);
  return Math.max(0, ...gaps);
}

describe('a dispatcher that is frozen for longer than its lease', () => {
  it('does not overwrite the record of the next owner when it resumes', async () => {
    const [witness] = await someStores();
    // Its call is answered while it is frozen; later calls are refused.
    const hanging = await webhookReceiver([{ status: 200, delayMs: 2_000 }, 503]);
    // Its call is to outlast the time for which it is frozen.
    const frozen = await startReplica({ ...replicaEnv, ATTEMPT_TIMEOUT_MS: '60000' });
    const tenant = aTenant();
    await harness.register(tenant, hanging.url);
    await harness.pay(tenant);
    await waitFor('the call', () => Promise.resolve(hanging.seen.length === 1));
    frozen.freeze();
    const owner = await startReplica(replicaEnv);
    const state = async (): Promise<readonly unknown[]> => {
      const [delivery] = await deliveriesOf(harness, tenant);
      return [delivery?.status, delivery?.last_status_code, (await queuedOf(harness, tenant)).length];
    };
    await waitFor('the next owner', async () => (await state())[1] === 503, 60_000);
    await owner.kill9();
    frozen.thaw();
    // It runs again, and has had time to record its result.
    await harness.pay(witness ?? tenant);
    await waitFor('a delivery by the thawed one', () => Promise.resolve(receiver.seen.length === 1), 60_000);
    await frozen.stop();
    expect(await state()).toEqual(['PENDING', 503, 1]);
    const log: unknown = await harness.database.db('attempts').where({ store_id: tenant.storeId }).orderBy('no');
    expect((log as readonly object[]).slice(0, 2)).toMatchObject([
      { no: 1, status_code: 200 },
      { no: 2, status_code: 503 },
    ]);
    await hanging.close();
  }, 180_000);
});
