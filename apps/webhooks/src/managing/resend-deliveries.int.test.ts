import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testClock, waitFor, webhookReceiver, type WebhookReceiver } from '@pitanga/testing';
import { dispatchSteps } from '../../test/dispatch-steps';
import { deliveriesOf, queuedOf, startHarness } from '../../test/harness';
import { retryDelaysMs } from '../deliveries/attempt';
import { toggleWebhook } from './toggle-webhook';
import { deleteWebhook } from './delete-webhook';
import { endsAreWhole, queueMatchesDeliveries } from '../invariants/invariant-queries';
import { findDelivery, listAttempts } from '../delivery-log/delivery-log-repository';
import { resendDelivery } from './resend-deliveries';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));
const receivers: WebhookReceiver[] = [];
const minuteMs = 60_000;

afterEach(async () => {
  await harness.stopDispatchers();
  for (const receiver of receivers.splice(0)) await receiver.close();
  await harness.database.db('delivery_queue').delete();
});

async function receive(answer?: Parameters<typeof webhookReceiver>[0]): Promise<WebhookReceiver> {
  const receiver = await webhookReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

async function onlyDelivery(tenant: Tenant) {
  const [delivery] = await deliveriesOf(harness, tenant);
  return (await findDelivery(harness.deps.db, tenant, delivery?.id ?? ''))!;
}

const attempted = (tenant: Tenant, count: number) =>
  waitFor(`${String(count)} attempts`, async () => {
    const delivery = await onlyDelivery(tenant);
    return delivery.attemptCount === count && delivery;
  });

const attemptsOf = async (tenant: Tenant) =>
  (await listAttempts(harness.deps.db, tenant, (await onlyDelivery(tenant)).id)).map(({ trigger, statusCode }) => [
    trigger,
    statusCode,
  ]);

const finishedFacts = async ({ storeId }: Tenant) =>
  (await harness.database
    .db('outbox')
    .where({ type: 'delivery.finished' })
    .whereRaw('strpos(payload, ?) > 0', [storeId])
    .orderBy('id')) as { payload: string }[];

/** A delivery that has ended with the endpoint's answer. */
async function ended(tenant: Tenant, receiver: WebhookReceiver): Promise<string> {
  await harness.register(tenant, receiver.url);
  await harness.pay(tenant);
  harness.dispatch();
  return (await attempted(tenant, 1)).id;
}

describe('a manual resend', () => {
  it('of a delivered one is one more attempt with the same id and bytes, and leaves it delivered', async () => {
    const receiver = await receive();
    const tenant = aTenant();
    const id = await ended(tenant, receiver);
    const before = await onlyDelivery(tenant);
    clock.advance(minuteMs);
    const queued = await transact(harness.deps, (tx) => resendDelivery(tx, tenant, id));
    expect(queued).toMatchObject({ id, status: 'DELIVERED', attemptCount: 1, nextAttemptAt: clock.real() });
    harness.dispatch();
    const after = await attempted(tenant, 2);
    expect(after).toEqual({ ...before, attemptCount: 2, updatedAt: clock.real() });
    expect(receiver.seen.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(new Set(receiver.seen.map(({ body }) => body)).size).toBe(1);
    expect(await attemptsOf(tenant)).toEqual([
      ['AUTO', 200],
      ['MANUAL', 200],
    ]);
    expect(await queuedOf(harness, tenant)).toEqual([]);
    expect(await finishedFacts(tenant)).toHaveLength(1);
  });

  it('that fails is not retried and leaves a failed delivery failed', async () => {
    const receiver = await receive((_request, index) => ({ status: index === 0 ? 400 : 503 }));
    const tenant = aTenant();
    const id = await ended(tenant, receiver);
    await transact(harness.deps, (tx) => resendDelivery(tx, tenant, id));
    harness.dispatch();
    expect(await attempted(tenant, 2)).toMatchObject({ status: 'FAILED', lastStatusCode: 503 });
    expect(await queuedOf(harness, tenant)).toEqual([]);
    expect(await finishedFacts(tenant)).toHaveLength(1);
  });

  it('that succeeds delivers a failed delivery, and appends its event', async () => {
    const receiver = await receive((_request, index) => ({ status: index === 0 ? 400 : 204 }));
    const tenant = aTenant();
    const id = await ended(tenant, receiver);
    clock.advance(minuteMs);
    await transact(harness.deps, (tx) => resendDelivery(tx, tenant, id));
    harness.dispatch();
    expect(await attempted(tenant, 2)).toMatchObject({ status: 'DELIVERED', finishedAt: clock.real() });
    const events = await finishedFacts(tenant);
    expect(events.map(({ payload }) => JSON.parse(payload) as object)).toMatchObject([
      { outcome: 'FAILED', attempts: 1 },
      { outcome: 'DELIVERED', attempts: 2 },
    ]);
  });

  it('that fails leaves the retry table of a pending delivery as it was', async () => {
    const receiver = await receive(() => ({ status: 503 }));
    const tenant = aTenant();
    const id = await ended(tenant, receiver);
    const [waiting] = await queuedOf(harness, tenant);
    clock.advance(1_000);
    await transact(harness.deps, (tx) => resendDelivery(tx, tenant, id));
    harness.dispatch();
    expect(await attempted(tenant, 2)).toMatchObject({ status: 'PENDING', nextAttemptAt: waiting?.due_at });
    expect(await queuedOf(harness, tenant)).toEqual([waiting]);
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      clock.advance(delayMs);
      await attempted(tenant, index + 3);
    }
    expect((await onlyDelivery(tenant)).status).toBe('FAILED');
    const triggers = (await attemptsOf(tenant)).map(([trigger]) => trigger);
    expect(triggers.filter((trigger) => trigger === 'AUTO')).toHaveLength(7);
    expect(triggers.filter((trigger) => trigger === 'MANUAL')).toHaveLength(1);
  });

  it('that succeeds ends the retries of a pending delivery', async () => {
    const receiver = await receive((_request, index) => ({ status: index === 0 ? 503 : 200 }));
    const tenant = aTenant();
    const id = await ended(tenant, receiver);
    await transact(harness.deps, (tx) => resendDelivery(tx, tenant, id));
    harness.dispatch();
    expect(await attempted(tenant, 2)).toMatchObject({ status: 'DELIVERED', nextAttemptAt: undefined });
    expect(await queuedOf(harness, tenant)).toEqual([]);
  });

  it('requested twice is two attempts, also concurrently and of a delivery in flight', async () => {
    const receiver = await receive(() => ({ status: 200, delayMs: 100 }));
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const { id } = await onlyDelivery(tenant);
    await Promise.all([
      transact(harness.deps, (tx) => resendDelivery(tx, tenant, id)),
      transact(harness.deps, (tx) => resendDelivery(tx, tenant, id)),
    ]);
    harness.dispatch();
    await waitFor('all calls', () => Promise.resolve(receiver.seen.length === 3));
    await waitFor('an empty queue', async () => (await queuedOf(harness, tenant)).length === 0);
    expect((await attemptsOf(tenant)).map(([trigger]) => trigger).sort()).toEqual(['AUTO', 'MANUAL', 'MANUAL']);
    expect(await onlyDelivery(tenant)).toMatchObject({ status: 'DELIVERED' });
  });

  it('whose process dies is made again under the same number: one attempt in the log', async () => {
    const receiver = await receive();
    const tenant = aTenant();
    const id = await ended(tenant, receiver);
    await harness.stopDispatchers();
    await transact(harness.deps, (tx) => resendDelivery(tx, tenant, id));
    await harness.database
      .db('delivery_queue')
      .where({ delivery_id: id })
      .update({
        state: 'LEASED',
        lease_token: 'lost',
        lease_until: new Date(0),
        started_at: clock.real(),
        attempts: 1,
      });
    await dispatchSteps(harness).promote();
    expect(await attemptsOf(tenant)).toEqual([
      ['AUTO', 200],
      ['MANUAL', undefined],
    ]);
    harness.dispatch();
    await waitFor('the answer of the second call', async () => (await attemptsOf(tenant))[1]?.[1] === 200);
    expect(receiver.seen).toHaveLength(2);
    expect(await attempted(tenant, 2)).toMatchObject({ status: 'DELIVERED' });
    expect(await attemptsOf(tenant)).toEqual([
      ['AUTO', 200],
      ['MANUAL', 200],
    ]);
  });

  it('answered with 410 disables the webhook and drops its pending deliveries', async () => {
    const receiver = await receive((_request, index) => ({ status: index === 0 ? 503 : 410 }));
    const tenant = aTenant();
    const id = await ended(tenant, receiver);
    await transact(harness.deps, (tx) => resendDelivery(tx, tenant, id));
    harness.dispatch();
    expect(await attempted(tenant, 2)).toMatchObject({ status: 'DROPPED' });
    await expect(transact(harness.deps, (tx) => resendDelivery(tx, tenant, id))).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      message: 'The webhook is disabled: enable it before anything is sent to it',
    });
  });

  it('is refused for a webhook that was disabled or deleted, and for a delivery of another store', async () => {
    const receiver = await receive();
    const tenant = aTenant();
    const id = await ended(tenant, receiver);
    const { webhookId } = await onlyDelivery(tenant);
    await expect(transact(harness.deps, (tx) => resendDelivery(tx, aTenant(), id))).rejects.toMatchObject({
      kind: 'NOT_FOUND',
      message: 'Delivery not found',
    });
    await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, webhookId));
    await expect(transact(harness.deps, (tx) => resendDelivery(tx, tenant, id))).rejects.toMatchObject({
      reason: 'WEBHOOK_NOT_ACTIVE',
    });
    await transact(harness.deps, (tx) => deleteWebhook(tx, tenant, webhookId));
    await expect(transact(harness.deps, (tx) => resendDelivery(tx, tenant, id))).rejects.toThrow(
      /^The webhook was deleted/,
    );
    expect(await queuedOf(harness, tenant)).toEqual([]);
  });

  it('of many at once, by two processes and beside first attempts, leaves every attempt in the log and no rule broken', async () => {
    const receiver = await receive((_request, index) => ({ status: index % 3 === 0 ? 503 : 200, delayMs: index % 7 }));
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant, 40);
    const ids = (await deliveriesOf(harness, tenant)).map(({ id }) => id);
    harness.dispatch({ limits: { perWebhookDev: 16 } });
    harness.dispatch({ limits: { perWebhookDev: 16 } });
    const resends = [...ids, ...ids, ...ids].map((id) =>
      transact(harness.deps, (tx) => resendDelivery(tx, tenant, id)),
    );
    expect((await Promise.all(resends)).length).toBe(120);
    harness.dispatch();
    await waitFor(
      'every manual attempt',
      async () => {
        const waiting = (await harness.database
          .db('delivery_queue')
          .where({ store_id: tenant.storeId })
          .whereNot({ state: 'WAITING' })) as object[];
        return waiting.length === 0;
      },
      90_000,
    );
    const counts = await harness.database
      .db('attempts')
      .where({ store_id: tenant.storeId })
      .groupBy('trigger')
      .orderBy('trigger')
      .select('trigger', harness.database.db.raw('count(*)::int as count'));
    const auto = receiver.seen.length - 120;
    expect(counts).toEqual([
      { trigger: 'AUTO', count: auto },
      { trigger: 'MANUAL', count: 120 },
    ]);
    const [counted] = await harness.database
      .db('deliveries')
      .where({ store_id: tenant.storeId })
      .select<object[]>(harness.database.db.raw('sum(attempts)::int as auto, sum(manual_attempts)::int as manual'));
    expect(counted).toEqual({ auto, manual: 120 });
    const found = await Promise.all(
      [queueMatchesDeliveries, endsAreWhole].map(({ violations }) => violations(harness.database.db, new Date())),
    );
    expect(found.flat().filter((violation) => violation.includes(tenant.storeId))).toEqual([]);
  });

  it('that still waits goes with the webhook it is for, and the delivery stays as it was', async () => {
    const receiver = await receive();
    const tenant = aTenant();
    const id = await ended(tenant, receiver);
    await harness.stopDispatchers();
    await transact(harness.deps, (tx) => resendDelivery(tx, tenant, id));
    const { webhookId } = await onlyDelivery(tenant);
    await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, webhookId));
    expect(await queuedOf(harness, tenant)).toEqual([]);
    expect(await onlyDelivery(tenant)).toMatchObject({ status: 'DELIVERED', attemptCount: 1 });
  });
});
