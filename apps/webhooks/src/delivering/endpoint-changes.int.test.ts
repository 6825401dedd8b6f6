import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testClock, waitFor } from '@pitanga/testing';
import { deliveriesOf, finishedDeliveries, startHarness, testReceivers } from '../../test/harness';
import { retryDelaysMs } from '../deliveries/attempt';
import { dispatchLimits } from './dispatch-limits';
import type { Recorded } from './record-results';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));
const { receive, closeAll } = testReceivers();

afterEach(async () => {
  await harness.stopDispatchers();
  await closeAll();
});

const finished = (tenant: Tenant, count?: number) => finishedDeliveries(harness, tenant, count);

describe('an endpoint that fails or hangs', () => {
  it('has one webhook.failing and one webhook.recovered event, and its exhausted delivery is marked', async () => {
    const receiver = await receive([500, 500, 500, 500, 500, 500, 500, 200]);
    const tenant = aTenant();
    const { id } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const recorded: Recorded[] = [];
    const dispatcher = harness.dispatch({ onRecorded: (batch) => recorded.push(batch) });
    const kinds = () =>
      recorded.flatMap(({ endpointChanges }) =>
        endpointChanges.filter(({ webhookId }) => webhookId === id).map(({ kind }) => kind),
      );
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      await waitFor(`attempt ${String(index + 1)}`, async () => {
        const [delivery] = await deliveriesOf(harness, tenant);
        // The row is committed before the dispatcher has counted it.
        return delivery?.attempts === index + 1 && dispatcher.inFlight() === 0;
      });
      // The fifth attempt is made after 2 h 35 min; the four before are within the hour.
      expect(kinds()).toEqual(index < 4 ? [] : ['failing']);
      clock.advance(delayMs);
    }
    await finished(tenant);
    await waitFor('the last record', () => Promise.resolve(dispatcher.inFlight() === 0));
    const ends = recorded.flatMap((batch) => batch.finished.filter(({ webhookId }) => webhookId === id));
    expect(ends).toMatchObject([{ outcome: 'FAILED', isExhausted: true }]);
    await harness.pay(tenant);
    dispatcher.wake();
    await finished(tenant, 2);
    await waitFor('the recovery', () => Promise.resolve(kinds().length === 2));
    expect(kinds()).toEqual(['failing', 'recovered']);
    const payloads: unknown = await harness.database
      .db('outbox')
      .whereRaw(`type like 'webhook.%' and key = ? and type <> 'webhook.created'`, [id])
      .orderBy('id')
      .pluck('payload');
    const webhook = { id, origin: receiver.url, events: ['transparent.completed'], status: 'WEBHOOK_STATUS_ACTIVE' };
    expect((payloads as string[]).map((payload) => JSON.parse(payload) as object)).toMatchObject([
      { attempts: 5, webhook },
      { recoveredAt: clock.real().toISOString(), webhook },
    ]);
    const finishedEvents = (await harness.database
      .db('outbox')
      .where({ type: 'delivery.finished' })
      .whereRaw('strpos(payload, ?) > 0', [tenant.storeId])
      .orderBy('id')
      .pluck('payload')) as string[];
    expect(finishedEvents.map((payload) => (JSON.parse(payload) as { exhausted?: boolean }).exhausted)).toEqual([
      true,
      undefined,
    ]);
  });

  it('does not delay another on the same host while it hangs', async () => {
    const receiver = await receive(({ path }) => ({ status: 200, delayMs: path === '/hung' ? 240_000 : 0 }));
    const [slow, quick] = [aTenant(), aTenant()];
    await harness.register(slow, `${receiver.url}/hung`);
    await harness.register(quick, `${receiver.url}/quick`);
    const settings = { timeoutMs: 120_000, signatureKey: undefined, userAgent: 'x' };
    const dispatcher = harness.dispatch({ settings });
    await harness.pay(slow, 500);
    dispatcher.wake();
    await waitFor('the hung calls', () => Promise.resolve(dispatcher.inFlight() === dispatchLimits.perWebhookFirst));
    await harness.pay(quick, 20);
    dispatcher.wake();
    await finished(quick, 20);
    // All of the others are still under way.
    expect(dispatcher.inFlight()).toBeGreaterThanOrEqual(dispatchLimits.perWebhookFirst);
    expect(receiver.seen.filter(({ path }) => path === '/hung')).toHaveLength(dispatchLimits.perWebhookFirst);
  });

  it('gets one call at a time until it succeeds', async () => {
    let isBroken = true;
    let now = 0;
    let most = 0;
    const receiver = await receive(() => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => (now -= 1), 20);
      return { status: isBroken ? 500 : 200, delayMs: 20 };
    });
    const tenant = aTenant();
    const webhook = await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const dispatcher = harness.dispatch();
    await waitFor('the failure', async () => (await deliveriesOf(harness, tenant))[0]?.attempts === 1);
    isBroken = false;
    await harness.pay(tenant, 3);
    dispatcher.wake();
    await waitFor('three deliveries', async () => {
      const deliveries = await deliveriesOf(harness, tenant);
      return deliveries.filter(({ status }) => status === 'DELIVERED').length === 3;
    });
    expect(most).toBeLessThan(3);
    const pace = await harness.database.db('webhook_paces').where({ webhook_id: webhook.id }).first();
    expect(pace).toMatchObject({ in_flight_max: 4 });
  });
});
