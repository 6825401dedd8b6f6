import { aTenant, testClock, testIds, waitFor, webhookReceiver, type WebhookReceiver } from '@pitanga/testing';
import { deliveriesOf, queuedOf, startHarness, type Harness } from '../../test/harness';
import { attempt } from './attempt';
import { claimDueDeliveries } from './claim-repository';
import type { ClaimedDelivery } from './delivery';
import { dispatchLimits } from './dispatch-limits';
import { claimExpiredAndDue, extendLeases } from './lease-repository';
import { recordResults } from './recorder';

const clock = testClock(new Date());
let harness: Harness;
let receiver: WebhookReceiver;

beforeAll(async () => {
  harness = await startHarness(clock);
});
beforeEach(async () => {
  receiver = await webhookReceiver();
});
afterEach(async () => {
  await harness.stopDispatchers();
  await receiver.close();
  await harness.database.db('delivery_queue').delete();
});
afterAll(() => harness.close());

const settings = { timeoutMs: 1_000, signatureKey: undefined, userAgent: 'x' };

async function claim(
  more: Partial<Parameters<typeof claimDueDeliveries>[1]> = {},
): Promise<readonly ClaimedDelivery[]> {
  const room = { free: 1_000, suspectFree: 1_000, retryFree: 1_000, held: [], afterWebhookId: '' };
  const request = { ...room, limits: dispatchLimits, now: clock.real(), leaseToken: testIds.token(16), ...more };
  return (await claimDueDeliveries(harness.deps.db, request)).deliveries;
}

async function send(delivery: ClaimedDelivery) {
  return await attempt(harness.deps, settings, delivery, new AbortController().signal);
}

describe('leases', () => {
  it('bring a delivery back with the same id when its process dies, without using up a retry', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [lost] = await claim();
    await send(lost!);
    clock.advance(dispatchLimits.leaseMs);
    harness.dispatch();
    await waitFor('the delivery', async () => (await deliveriesOf(harness, tenant))[0]?.status === 'DELIVERED');
    expect(receiver.seen.map(({ headers }) => headers['webhook-id'])).toEqual([lost?.id, lost?.id]);
    const attempts: unknown = await harness.database.db('attempts').where({ store_id: tenant.storeId }).orderBy('no');
    expect(attempts).toMatchObject([
      { no: 1, error_class: 'interrupted' },
      { no: 2, error_class: null },
    ]);
  });

  it('let a worker that lost its lease log its attempt and change nothing', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [stale] = await claim();
    const staleResult = await send(stale!);
    clock.advance(dispatchLimits.leaseMs);
    expect(await claimExpiredAndDue(harness.deps.db, clock.real(), 100)).toEqual({ promoted: 0, reclaimed: 1 });
    const [owner] = await claim();
    expect(owner?.attemptNo).toBe(2);
    expect(await recordResults(harness.deps, dispatchLimits, [staleResult])).toEqual([]);
    expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'PENDING', attempts: 0 }]);
    expect(await queuedOf(harness, tenant)).toMatchObject([{ state: 'LEASED' }]);
    const [logged] = await harness.database.db('attempts').where({ store_id: tenant.storeId });
    expect(logged).toMatchObject({ no: 1, status_code: 200, error_class: null });
    expect(await recordResults(harness.deps, dispatchLimits, [await send(owner!)])).toHaveLength(1);
  });

  it('are kept by a heartbeat, and only by the owner', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [owner] = await claim();
    clock.advance(10_000);
    await extendLeases(harness.deps.db, [owner!], new Date(clock.real().getTime() + dispatchLimits.leaseMs));
    clock.advance(10_000);
    expect((await claimExpiredAndDue(harness.deps.db, clock.real(), 100)).reclaimed).toBe(0);
    const stranger = { ...owner!, leaseToken: 'other' };
    await extendLeases(harness.deps.db, [stranger], new Date(clock.real().getTime() + dispatchLimits.leaseMs));
    clock.advance(5_000);
    expect((await claimExpiredAndDue(harness.deps.db, clock.real(), 100)).reclaimed).toBe(1);
  });

  it('are given back at a stop, so that another process delivers at once', async () => {
    const hanging = await webhookReceiver((_request, index) => ({ status: 200, delayMs: index === 0 ? 60_000 : 0 }));
    const tenant = aTenant();
    await harness.register(tenant, hanging.url);
    await harness.pay(tenant);
    const dispatcher = harness.dispatch({ settings: { ...settings, timeoutMs: 30_000 } });
    await waitFor('the call', () => Promise.resolve(hanging.seen.length === 1));
    await dispatcher.stop(50);
    expect(await queuedOf(harness, tenant)).toMatchObject([{ state: 'READY' }]);
    harness.dispatch();
    await waitFor('the delivery', async () => (await deliveriesOf(harness, tenant))[0]?.status === 'DELIVERED');
    await hanging.close();
  });
});

describe('a claim', () => {
  it('never takes the same delivery for two processes', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant, 40);
    const limits = { ...dispatchLimits, perWebhookDev: 40 };
    const claims = await Promise.all(Array.from({ length: 5 }, () => claim({ limits, free: 20 })));
    const ids = claims.flat().map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(20);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('takes no more than the caps of the webhook, the store and the process', async () => {
    const tenant = aTenant();
    await harness.register(tenant, `${receiver.url}/a`);
    await harness.register(tenant, `${receiver.url}/b`);
    await harness.pay(tenant, 30);
    const other = aTenant();
    await harness.register(other, receiver.url);
    await harness.pay(other, 30);
    const limits = { ...dispatchLimits, perWebhookDev: 8, perStore: 10 };
    const of = (claimed: readonly ClaimedDelivery[], { storeId }: { storeId: string }) =>
      claimed.filter((delivery) => delivery.tenant.storeId === storeId);
    const first = await claim({ limits, free: 15 });
    expect(first).toHaveLength(15);
    const second = await claim({ limits });
    const both = [...first, ...second];
    expect(of(both, tenant)).toHaveLength(10);
    expect(of(both, other)).toHaveLength(8);
    const webhooks = Map.groupBy(of(both, tenant), ({ webhookId }) => webhookId);
    expect(Math.max(...[...webhooks.values()].map(({ length }) => length))).toBeLessThanOrEqual(8);
    expect(await claim({ limits })).toEqual([]);
  });

  it('makes room for the next calls while results are recorded, and never beyond the cap', async () => {
    const tenant = aTenant();
    const { id: webhookId } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant, 30);
    const limits = { ...dispatchLimits, perWebhookDev: 8 };
    expect(await claim({ limits })).toHaveLength(8);
    expect(await claim({ limits, held: [{ webhookId, calling: 8, ended: 0 }] })).toHaveLength(0);
    expect(await claim({ limits, held: [{ webhookId, calling: 5, ended: 3 }] })).toHaveLength(3);
    // Recorded meanwhile: the calls under way are what counts.
    await harness.database.db('delivery_queue').where({ store_id: tenant.storeId, state: 'LEASED' }).delete();
    expect(await claim({ limits, held: [{ webhookId, calling: 6, ended: 5 }] })).toHaveLength(2);
  });

  it('serves every webhook in turn and goes on where it stopped', async () => {
    const served = new Set<string>();
    for (let index = 0; index < 6; index += 1) {
      const tenant = aTenant();
      await harness.register(tenant, receiver.url);
      await harness.pay(tenant, 5);
    }
    const db = harness.deps.db;
    const base = { free: 2, suspectFree: 2, retryFree: 2, held: [], limits: dispatchLimits, now: clock.real() };
    let afterWebhookId = '';
    for (let round = 0; round < 3; round += 1) {
      const request = { ...base, afterWebhookId, leaseToken: testIds.token(16) };
      const { deliveries, nextWebhookId } = await claimDueDeliveries(db, request);
      for (const { webhookId } of deliveries) served.add(webhookId);
      afterWebhookId = nextWebhookId;
    }
    expect(served.size).toBe(6);
  });

  it('keeps the places of first attempts free from retries and slowed-down webhooks', async () => {
    const [retrying, suspect, fresh] = [aTenant(), aTenant(), aTenant()];
    for (const tenant of [retrying, suspect, fresh]) {
      await harness.register(tenant, receiver.url);
      await harness.pay(tenant, 3);
    }
    const queue = harness.database.db('delivery_queue');
    await queue.clone().where({ store_id: retrying.storeId }).update({ failures: 1 });
    const [row] = await queue.clone().where({ store_id: suspect.storeId });
    await harness.database.db('webhook_paces').insert({ webhook_id: row.webhook_id, in_flight_max: 1 });
    const claimed = await claim({ retryFree: 1, suspectFree: 0 });
    expect(claimed.map(({ tenant }) => tenant.storeId).sort()).toEqual(
      [retrying.storeId, fresh.storeId, fresh.storeId, fresh.storeId].sort(),
    );
    expect((await claim({ retryFree: 0 })).map(({ isSuspect }) => isSuspect)).toEqual([true]);
  });
});
