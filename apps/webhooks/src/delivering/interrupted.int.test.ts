import type { Tenant } from '@pitanga/core';
import { aTenant, testClock, testIds, webhookReceiver, type WebhookReceiver } from '@pitanga/testing';
import { deliveriesOf, queuedOf, startHarness, type Harness } from '../../test/harness';
import { findDelivery, listAttempts } from '../delivery-log/delivery-log-queries';
import { resendDelivery } from '../managing/resend-deliveries';
import { toggleWebhook } from '../managing/toggle-webhook';
import { deleteWebhook } from '../managing/create-webhook';
import type { AttemptResult } from '../deliveries/attempt';
import { attempt } from './send-attempt';
import { claimDueDeliveries } from '../queue/claim-repository';
import type { ClaimedDelivery } from '../deliveries/delivery';
import { dispatchLimits } from './dispatch-limits';
import { claimExpiredAndDue } from '../queue/lease-repository';
import { recordResults } from './recorder';

const clock = testClock(new Date());
let harness: Harness;
let receiver: WebhookReceiver;
let status: number;

beforeAll(async () => {
  harness = await startHarness(clock);
});
beforeEach(async () => {
  status = 200;
  receiver = await webhookReceiver(() => status);
});
afterEach(async () => {
  await receiver.close();
  await harness.database.db('delivery_queue').delete();
});
afterAll(() => harness.close());

/** Leases everything that is ready. */
async function claim(): Promise<readonly ClaimedDelivery[]> {
  const room = { free: 1_000, suspectFree: 1_000, retryFree: 1_000, held: [], afterWebhookId: '' };
  const request = { ...room, limits: dispatchLimits, now: clock.real(), leaseToken: testIds.token(16) };
  return (await claimDueDeliveries(harness.deps.db, request)).deliveries;
}

async function send(delivery: ClaimedDelivery | undefined, signal?: AbortSignal): Promise<AttemptResult> {
  const settings = { timeoutMs: 60_000, signatureKey: undefined, userAgent: 'x' };
  return await attempt(harness.deps, settings, delivery!, signal ?? new AbortController().signal);
}

const record = (...results: AttemptResult[]) => recordResults(harness.deps, dispatchLimits, results);

async function shown(tenant: Tenant) {
  const [{ id } = { id: '' }] = await deliveriesOf(harness, tenant);
  return await shownById(tenant, id);
}

async function shownById(tenant: Tenant, id: string) {
  const delivery = (await findDelivery(harness.deps.db, tenant, id))!;
  const attempts = await listAttempts(harness.deps.db, tenant, id);
  expect(delivery.attemptCount).toBe(attempts.length);
  return delivery;
}

async function finishedFacts({ storeId }: Tenant): Promise<object[]> {
  const rows = (await harness.database
    .db('outbox')
    .where({ type: 'delivery.finished' })
    .whereRaw('strpos(payload, ?) > 0', [storeId])
    .orderBy('id')) as { payload: string }[];
  return rows.map(({ payload }) => JSON.parse(payload) as object);
}

/** The endpoint answers 410 to one more delivery of its. */
async function goneWith(_deps: unknown, tenant: Tenant): Promise<void> {
  await harness.pay(tenant);
  const [gone] = await claim();
  status = 410;
  await record(await send(gone));
}

describe('an attempt under way', () => {
  it.each([
    ['disabled', toggleWebhook],
    ['deleted', deleteWebhook],
  ])('when its webhook is %s is counted at once, and the delivery shows how it ended', async (_, stop) => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [called] = await claim();
    await stop(harness.deps, tenant, id);
    expect(await shown(tenant)).toMatchObject({ status: 'DROPPED', attemptCount: 1, lastErrorClass: 'interrupted' });
    expect(await finishedFacts(tenant)).toMatchObject([{ outcome: 'DROPPED', attempts: 1 }]);
    status = 503;
    await record(await send(called));
    const late = await shown(tenant);
    expect(late).toMatchObject({ status: 'DROPPED', attemptCount: 1, lastStatusCode: 503 });
    expect(late.lastErrorClass).toBeUndefined();
    expect(await finishedFacts(tenant)).toHaveLength(1);
  });

  it.each([
    ['disabled', toggleWebhook],
    ['deleted', deleteWebhook],
    ['gone with another answer', goneWith],
  ])('that succeeds after its webhook was %s delivers its delivery, and tells so', async (_, stop) => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [called] = await claim();
    await stop(harness.deps, tenant, id);
    status = 204;
    expect((await record(await send(called))).finished).toMatchObject([{ id: called!.id, outcome: 'DELIVERED' }]);
    expect(await shownById(tenant, called!.id)).toMatchObject({ status: 'DELIVERED', lastStatusCode: 204 });
    const facts = (await finishedFacts(tenant)).filter(
      (fact) => (fact as { deliveryId: string }).deliveryId === called!.id,
    );
    expect(facts).toMatchObject([{ outcome: 'DROPPED' }, { outcome: 'DELIVERED', attempts: 1, lastStatusCode: 204 }]);
    expect(await queuedOf(harness, tenant)).toEqual([]);
  });

  it('by hand that succeeds after its webhook was disabled delivers what had failed or was dropped', async () => {
    for (const first of [400, 500]) {
      const tenant = aTenant();
      const { id: webhookId } = await harness.register(tenant, receiver.url);
      await harness.pay(tenant);
      const [automatic] = await claim();
      status = first;
      await record(await send(automatic));
      await resendDelivery(harness.deps, tenant, automatic!.id);
      const [manual] = await claim();
      await toggleWebhook(harness.deps, tenant, webhookId);
      expect(await shown(tenant)).toMatchObject({ status: first === 400 ? 'FAILED' : 'DROPPED' });
      status = 200;
      await record(await send(manual));
      expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 2, lastStatusCode: 200 });
      expect((await finishedFacts(tenant)).at(-1)).toMatchObject({ outcome: 'DELIVERED', attempts: 2 });
    }
  });

  it('and a resend, of which the later one succeeds, deliver though the other failed first', async () => {
    const tenant = aTenant();
    const { id: webhookId } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [automatic] = await claim();
    await resendDelivery(harness.deps, tenant, automatic!.id);
    const [manual] = await claim();
    await toggleWebhook(harness.deps, tenant, webhookId);
    status = 500;
    await record(await send(manual));
    expect(await shown(tenant)).toMatchObject({ status: 'DROPPED', lastStatusCode: 500 });
    status = 200;
    await record(await send(automatic));
    expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 2, lastStatusCode: 200 });
  });

  it('by hand when its webhook is disabled counts too, and does not make its delivery a dropped one', async () => {
    const tenant = aTenant();
    const { id: webhookId } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [first] = await claim();
    await record(await send(first));
    await resendDelivery(harness.deps, tenant, first!.id);
    const [manual] = await claim();
    await toggleWebhook(harness.deps, tenant, webhookId);
    expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 2, lastErrorClass: 'interrupted' });
    await record(await send(manual));
    expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 2, lastStatusCode: 200 });
    expect(await finishedFacts(tenant)).toHaveLength(1);
  });

  it('while a resend delivers is counted with it', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [automatic] = await claim();
    await resendDelivery(harness.deps, tenant, automatic!.id);
    const [manual] = await claim();
    await record(await send(manual));
    expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
    expect(await finishedFacts(tenant)).toMatchObject([{ outcome: 'DELIVERED', attempts: 2 }]);
    await record(await send(automatic));
    expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
  });

  it('that is given back, or whose process dies, counts once for each number of the log', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [first] = await claim();
    await resendDelivery(harness.deps, tenant, first!.id);
    const [manual] = await claim();
    await record(await send(manual, AbortSignal.abort()));
    expect(await shown(tenant)).toMatchObject({ attemptCount: 1 });
    await claim();
    await harness.database
      .db('delivery_queue')
      .where({ state: 'LEASED' })
      .update({ lease_until: new Date(0) });
    await claimExpiredAndDue(harness.deps.db, clock.real(), 100);
    expect(await shown(tenant)).toMatchObject({ attemptCount: 2, lastErrorClass: 'interrupted' });
    await record(...(await Promise.all((await claim()).map((delivery) => send(delivery)))));
    expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 3 });
  });
});

it('several 410s recorded together disable their webhook once, with the count of what was dropped', async () => {
  const tenant = aTenant();
  const { id } = await harness.register(tenant, receiver.url);
  await harness.pay(tenant, 3);
  const called = await claim();
  await harness.pay(tenant, 2);
  status = 410;
  const { troubles } = await record(...(await Promise.all(called.map((delivery) => send(delivery)))));
  expect(troubles).toMatchObject([{ kind: 'disabled', webhookId: id, dropped: 2 }]);
  const facts = (await harness.database.db('outbox').where({ type: 'webhook.disabled', key: id })) as unknown[];
  expect(facts).toHaveLength(1);
});
