import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, testClock, webhookReceiver, type WebhookReceiver } from '@pitanga/testing';
import { dispatchSteps, type DispatchSteps } from '../../test/dispatch-steps';
import { deliveriesOf, queuedOf, startHarness, type Harness } from '../../test/harness';
import { findDelivery, listAttempts } from '../delivery-log/delivery-log-repository';
import { deleteWebhook } from '../managing/delete-webhook';
import { resendDelivery } from '../managing/resend-deliveries';
import { toggleWebhook } from '../managing/toggle-webhook';

const clock = testClock(new Date());
let harness: Harness;
let receiver: WebhookReceiver;
let status: number;
let steps: DispatchSteps;

beforeAll(async () => {
  harness = await startHarness(clock);
  steps = dispatchSteps(harness);
});
beforeEach(async () => {
  status = 200;
  receiver = await webhookReceiver(() => status);
});
afterEach(async () => {
  await receiver.close();
  await harness.database.db('delivery_queue').delete();
});
afterAll(() => harness.stop());

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

/** Delivers one more event, which the endpoint answers with 410. */
async function goneWith(tenant: Tenant): Promise<void> {
  await harness.pay(tenant);
  const [gone] = await steps.claim();
  status = 410;
  await steps.record(await steps.send(gone));
}

const inTransaction =
  (work: typeof toggleWebhook) =>
  (tenant: Tenant, id: string): Promise<unknown> =>
    transact(harness.deps, (tx) => work(tx, tenant, id));

describe('an attempt under way', () => {
  it.each([
    ['disabled', inTransaction(toggleWebhook)],
    ['deleted', inTransaction(deleteWebhook)],
  ])('when its webhook is %s is counted at once, and the delivery shows how it ended', async (_, stop) => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [called] = await steps.claim();
    await stop(tenant, id);
    expect(await shown(tenant)).toMatchObject({ status: 'DROPPED', attemptCount: 1, lastErrorClass: 'interrupted' });
    expect(await finishedFacts(tenant)).toMatchObject([{ outcome: 'DROPPED', attempts: 1 }]);
    status = 503;
    await steps.record(await steps.send(called));
    const late = await shown(tenant);
    expect(late).toMatchObject({ status: 'DROPPED', attemptCount: 1, lastStatusCode: 503 });
    expect(late.lastErrorClass).toBeUndefined();
    expect(await finishedFacts(tenant)).toHaveLength(1);
  });

  it.each([
    ['disabled', inTransaction(toggleWebhook)],
    ['deleted', inTransaction(deleteWebhook)],
    ['gone with another answer', goneWith],
  ])('that succeeds after its webhook was %s delivers its delivery, and tells so', async (_, stop) => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [called] = await steps.claim();
    await stop(tenant, id);
    status = 204;
    expect((await steps.record(await steps.send(called))).finished).toMatchObject([
      { id: called!.id, outcome: 'DELIVERED' },
    ]);
    expect(await shownById(tenant, called!.id)).toMatchObject({ status: 'DELIVERED', lastStatusCode: 204 });
    const events = (await finishedFacts(tenant)).filter(
      (event) => (event as { deliveryId: string }).deliveryId === called!.id,
    );
    expect(events).toMatchObject([{ outcome: 'DROPPED' }, { outcome: 'DELIVERED', attempts: 1, lastStatusCode: 204 }]);
    expect(await queuedOf(harness, tenant)).toEqual([]);
  });

  it('by hand that succeeds after its webhook was disabled delivers what had failed or was dropped', async () => {
    for (const first of [400, 500]) {
      const tenant = aTenant();
      const { id: webhookId } = await harness.register(tenant, receiver.url);
      await harness.pay(tenant);
      const [automatic] = await steps.claim();
      status = first;
      await steps.record(await steps.send(automatic));
      await transact(harness.deps, (tx) => resendDelivery(tx, tenant, automatic!.id));
      const [manual] = await steps.claim();
      await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, webhookId));
      expect(await shown(tenant)).toMatchObject({ status: first === 400 ? 'FAILED' : 'DROPPED' });
      status = 200;
      await steps.record(await steps.send(manual));
      expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 2, lastStatusCode: 200 });
      expect((await finishedFacts(tenant)).at(-1)).toMatchObject({ outcome: 'DELIVERED', attempts: 2 });
    }
  });

  it('and a resend, of which the later one succeeds, deliver though the other failed first', async () => {
    const tenant = aTenant();
    const { id: webhookId } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [automatic] = await steps.claim();
    await transact(harness.deps, (tx) => resendDelivery(tx, tenant, automatic!.id));
    const [manual] = await steps.claim();
    await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, webhookId));
    status = 500;
    await steps.record(await steps.send(manual));
    expect(await shown(tenant)).toMatchObject({ status: 'DROPPED', lastStatusCode: 500 });
    status = 200;
    await steps.record(await steps.send(automatic));
    expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 2, lastStatusCode: 200 });
  });

  it('by hand when its webhook is disabled counts too, and does not make its delivery a dropped one', async () => {
    const tenant = aTenant();
    const { id: webhookId } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [first] = await steps.claim();
    await steps.record(await steps.send(first));
    await transact(harness.deps, (tx) => resendDelivery(tx, tenant, first!.id));
    const [manual] = await steps.claim();
    await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, webhookId));
    expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 2, lastErrorClass: 'interrupted' });
    await steps.record(await steps.send(manual));
    expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 2, lastStatusCode: 200 });
    expect(await finishedFacts(tenant)).toHaveLength(1);
  });

  it('while a resend delivers is counted with it', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [automatic] = await steps.claim();
    await transact(harness.deps, (tx) => resendDelivery(tx, tenant, automatic!.id));
    const [manual] = await steps.claim();
    await steps.record(await steps.send(manual));
    expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
    expect(await finishedFacts(tenant)).toMatchObject([{ outcome: 'DELIVERED', attempts: 2 }]);
    await steps.record(await steps.send(automatic));
    expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
  });

  it('that is released, or whose process dies, counts once for each number of the log', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [first] = await steps.claim();
    await transact(harness.deps, (tx) => resendDelivery(tx, tenant, first!.id));
    const [manual] = await steps.claim();
    await steps.record(await steps.send(manual, AbortSignal.abort()));
    expect(await shown(tenant)).toMatchObject({ attemptCount: 1 });
    await steps.claim();
    await harness.database
      .db('delivery_queue')
      .where({ state: 'LEASED' })
      .update({ lease_until: new Date(0) });
    await steps.promote();
    expect(await shown(tenant)).toMatchObject({ attemptCount: 2, lastErrorClass: 'interrupted' });
    await steps.record(...(await Promise.all((await steps.claim()).map((delivery) => steps.send(delivery)))));
    expect(await shown(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 3 });
  });
});

it('several 410s recorded together disable their webhook once, with the number of dropped deliveries', async () => {
  const tenant = aTenant();
  const { id } = await harness.register(tenant, receiver.url);
  await harness.pay(tenant, 3);
  const called = await steps.claim();
  await harness.pay(tenant, 2);
  status = 410;
  const { endpointChanges } = await steps.record(
    ...(await Promise.all(called.map((delivery) => steps.send(delivery)))),
  );
  expect(endpointChanges).toMatchObject([{ kind: 'disabled', webhookId: id, dropped: 2 }]);
  const events = (await harness.database.db('outbox').where({ type: 'webhook.disabled', key: id })) as unknown[];
  expect(events).toHaveLength(1);
});
