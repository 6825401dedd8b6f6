import { createServer, type AddressInfo } from 'node:net';
import { aTenant, testClock, waitFor, webhookReceiver, type WebhookReceiver } from '@pitanga/testing';
import { Webhook } from 'standardwebhooks';
import { deliveriesOf, queuedOf, secret, startHarness, type Harness } from '../../test/harness';
import { retryDelaysMs } from '../deliveries/attempt';
import { dispatchLimits } from './dispatch-limits';
import type { Recorded } from './record-results';

const clock = testClock(new Date());
let harness: Harness;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  harness = await startHarness(clock);
});
afterEach(async () => {
  await harness.stopDispatchers();
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(() => harness.close());

async function receive(answer?: Parameters<typeof webhookReceiver>[0]): Promise<WebhookReceiver> {
  const receiver = await webhookReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

const finished = (tenant: ReturnType<typeof aTenant>, count = 1) =>
  waitFor('final results', async () => {
    const deliveries = await deliveriesOf(harness, tenant);
    return deliveries.length === count && deliveries.every(({ status }) => status !== 'PENDING') && deliveries;
  });

describe('delivering', () => {
  it('calls the endpoint once, signed, with the stored body', async () => {
    const receiver = await receive();
    const tenant = aTenant();
    await harness.register(tenant, `${receiver.url}/hook?webhookSecret='x'`, { legacySecretHeader: true });
    await harness.pay(tenant);
    harness.dispatch();
    const [delivery] = await finished(tenant);
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: 1, last_status_code: 200 });
    expect(receiver.seen).toHaveLength(1);
    const { body, headers, path, method } = receiver.seen[0]!;
    expect([method, path]).toEqual(['POST', "/hook?webhookSecret='x'"]);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Pitanga-Webhooks/test',
      'webhook-id': delivery?.id,
      'x-webhook-secret': secret,
    });
    const payload = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(payload).toMatchObject({ id: delivery?.id, event: 'transparent.completed', apiVersion: 2, devMode: true });
    expect(await queuedOf(harness, tenant)).toEqual([]);
  });

  it.each([
    [200, 'DELIVERED'],
    [201, 'DELIVERED'],
    [204, 'DELIVERED'],
    [302, 'FAILED'],
    [400, 'FAILED'],
    [401, 'FAILED'],
    [404, 'FAILED'],
    [409, 'FAILED'],
    [410, 'FAILED'],
  ])('ends on %i as %s after one attempt', async (status, outcome) => {
    const receiver = await receive(() => ({
      status,
      headers: { location: 'http://127.0.0.1:1/', 'retry-after': '9' },
    }));
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    harness.dispatch();
    expect(await finished(tenant)).toMatchObject([{ status: outcome, attempts: 1, last_status_code: status }]);
    expect(receiver.seen).toHaveLength(1);
    const [event] = await harness.database
      .db('outbox')
      .where({ type: 'delivery.finished' })
      .whereRaw('strpos(payload, ?) > 0', [tenant.storeId]);
    expect(event.payload).toContain(`"outcome":"${outcome}"`);
  });

  it.each([408, 429, 500, 502, 503, 504])(
    'schedules the next attempt 5 s after the end of one answered %i',
    async (status) => {
      const receiver = await receive(() => ({ status, headers: { 'retry-after': '3600' }, body: 'busy' }));
      const tenant = aTenant();
      await harness.register(tenant, receiver.url);
      await harness.pay(tenant);
      harness.dispatch();
      const [row] = await waitFor('the schedule', async () => {
        const rows = await queuedOf(harness, tenant);
        return rows[0]?.state === 'WAITING' && rows;
      });
      expect(row?.due_at.getTime()).toBe(clock.real().getTime() + 5_000);
      const [attempt] = await harness.database.db('attempts').where({ store_id: tenant.storeId });
      expect(attempt).toMatchObject({ no: 1, status_code: status, retry_after: '3600', error_class: null });
      expect((attempt.response_head as Buffer).toString()).toBe('busy');
    },
  );

  it('follows the table over seven attempts, never early, with one id and one body, and then gives up', async () => {
    const receiver = await receive(() => ({ status: 503 }));
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    harness.dispatch();
    const waitingFor = async (attempts: number) =>
      await waitFor(`attempt ${String(attempts)}`, async () => {
        const [delivery] = await deliveriesOf(harness, tenant);
        return delivery?.attempts === attempts && delivery;
      });
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      await waitingFor(index + 1);
      const [row] = await queuedOf(harness, tenant);
      expect(row?.due_at.getTime()).toBe(clock.real().getTime() + delayMs);
      clock.advance(delayMs - 1);
      const looked = receiver.seen.length;
      await promotedOnce();
      expect(receiver.seen).toHaveLength(looked);
      clock.advance(1);
    }
    expect(await waitingFor(7)).toMatchObject({ status: 'FAILED', last_status_code: 503 });
    clock.advance(30 * 3_600_000);
    await promotedOnce();
    expect(receiver.seen).toHaveLength(7);
    expect(new Set(receiver.seen.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.seen.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.seen.map(({ headers }) => headers['webhook-signature'])).size).toBe(7);
  });

  /** A canary of another store that becomes due now and is delivered proves that promotion has run since. */
  async function promotedOnce(): Promise<void> {
    const canary = aTenant();
    const receiver = await receive();
    await harness.register(canary, receiver.url);
    await harness.pay(canary);
    // A dispatcher may have it already: it loses its lease, and nothing that it records counts.
    await harness.database
      .db('delivery_queue')
      .where({ store_id: canary.storeId })
      .update({ state: 'WAITING', due_at: clock.real(), lease_token: null, lease_until: null });
    await finished(canary);
  }

  it('retries timeouts and refused connections, and logs what they were', async () => {
    const hanging = await receive(() => ({ status: 200, delayMs: 60_000 }));
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    for (const [url, errorClass, timeoutMs] of [
      [hanging.url, 'timeout', 100],
      [`http://127.0.0.1:${String(port)}`, 'connect', 30_000],
    ] as const) {
      const tenant = aTenant();
      await harness.register(tenant, url);
      await harness.pay(tenant);
      harness.dispatch({ settings: { timeoutMs, signatureKey: undefined, userAgent: 'x' } });
      const [delivery] = await waitFor(errorClass, async () => {
        const found = await deliveriesOf(harness, tenant);
        return found[0]?.attempts === 1 && found;
      });
      expect(delivery).toMatchObject({ status: 'PENDING', last_error_class: errorClass, last_status_code: null });
      await harness.stopDispatchers();
    }
  });

  it('fails an endpoint at a private address for ever, and tells nothing about it', async () => {
    const receiver = await receive();
    const tenant = aTenant();
    const webhook = await harness.register(tenant, receiver.url);
    // As a name would that was public when it was registered.
    await harness.database.db('webhooks').where({ id: webhook.id }).update({ endpoint: 'http://10.0.0.1/' });
    await harness.pay(tenant);
    harness.dispatch();
    expect(await finished(tenant)).toMatchObject([{ status: 'FAILED', last_error_class: 'blocked_address' }]);
  });

  it('disables the webhook on 410 and drops what was pending for it', async () => {
    let answers = 0;
    const receiver = await receive(() => ({ status: (answers += 1) === 1 ? 500 : 410 }));
    const tenant = aTenant();
    const webhook = await harness.register(tenant, receiver.url);
    await harness.pay(tenant, 3);
    harness.dispatch({ limits: { perWebhookDev: 1 } });
    const deliveries = await finished(tenant, 3);
    expect(deliveries.map(({ status }) => status).sort()).toEqual(['DROPPED', 'DROPPED', 'FAILED']);
    expect(receiver.seen).toHaveLength(2);
    expect(await queuedOf(harness, tenant)).toEqual([]);
    expect(await harness.database.db('webhooks').where({ id: webhook.id }).first()).toMatchObject({
      status: 'DISABLED',
    });
    const [told] = (await harness.database.db('outbox').where({ type: 'webhook.disabled', key: webhook.id })) as {
      payload: string;
    }[];
    expect(JSON.parse(told?.payload ?? '{}')).toMatchObject({
      dropped: 2,
      webhook: { id: webhook.id, name: 'hook', origin: receiver.url, status: 'WEBHOOK_STATUS_DISABLED' },
    });
    expect(await harness.pay(tenant)).toHaveLength(1);
    expect(await queuedOf(harness, tenant)).toEqual([]);
  });

  it('tells operators once that an endpoint fails everything, that it recovered, and of what was exhausted', async () => {
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
        // The row is there a moment before the dispatcher knows that it is.
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
    const facts: unknown = await harness.database
      .db('outbox')
      .whereRaw(`type like 'webhook.%' and key = ? and type <> 'webhook.created'`, [id])
      .orderBy('id')
      .pluck('payload');
    const webhook = { id, origin: receiver.url, events: ['transparent.completed'], status: 'WEBHOOK_STATUS_ACTIVE' };
    expect((facts as string[]).map((payload) => JSON.parse(payload) as object)).toMatchObject([
      { attempts: 5, webhook },
      { recoveredAt: clock.real().toISOString(), webhook },
    ]);
    const told = (await harness.database
      .db('outbox')
      .where({ type: 'delivery.finished' })
      .whereRaw('strpos(payload, ?) > 0', [tenant.storeId])
      .orderBy('id')
      .pluck('payload')) as string[];
    expect(told.map((payload) => (JSON.parse(payload) as { exhausted?: boolean }).exhausted)).toEqual([
      true,
      undefined,
    ]);
  });

  it('does not let a hung endpoint delay another, even on the same host', async () => {
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

  it('gives an endpoint that fails one call at a time until it succeeds', async () => {
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
