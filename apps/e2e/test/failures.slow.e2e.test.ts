import { testInfra, waitFor, webhookReceiver, testTimeoutMs } from '@pitanga/testing';
import { startPlatform, type Platform, type ServiceName } from '@pitanga/tools';
import { openTill, type Till } from './payments';

/** Every process of this platform is real, and so is each `kill -9`. */
describe('when something fails in the middle of the path', () => {
  let platform: Platform;
  let till: Till;

  beforeAll(async () => {
    // A Kafka of its own, because these tests take it away.
    const { postgres, redis } = testInfra();
    platform = await startPlatform({ infra: { postgres, redis } });
    till = await openTill(platform);
  }, 2 * testTimeoutMs);
  afterAll(async () => {
    await platform.stop();
    await till.close();
  }, 2 * testTimeoutMs);

  it.each<ServiceName>(['billing', 'ledger', 'webhooks', 'gateway'])(
    'kill -9 of %s while payments pass: each is PAID once, booked once and delivered',
    async (name) => {
      const before = await till.available();
      const ids = await Promise.all(Array.from({ length: 12 }, () => till.create(1_000)));
      // Sent without waiting: the process dies with some confirmed, some under way and some refused.
      const confirmations = ids.map((id) =>
        till.api.post(`/v2/transparents/simulate-payment?id=${id}`).catch(() => undefined),
      );
      await confirmations[0];
      await platform.services[name].kill9();
      await Promise.all(confirmations);
      await platform.services[name].restart();
      for (const id of ids) await till.confirmUntilPaid(id);
      await till.expectPaidOnce(ids, before, 1_000);
    },
    2 * testTimeoutMs,
  );

  it('a service that is down answers 503 within its deadline and leaves the others alone', async () => {
    await platform.services.billing.stop();
    const answer = await till.api.post('/v2/transparents/create', { method: 'PIX', data: { amount: 1_000 } });
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({ data: null, success: false, error: expect.any(String) });
    expect((await till.api.get('/v2/bank-statement/list')).status).toBe(200);
    expect((await till.api.get('/v2/webhooks/list')).status).toBe(200);
    await platform.services.billing.restart();
    await waitFor('billing', async () => (await till.api.get('/v2/customers/list')).status === 200);
  });

  it(
    'payments are accepted while Kafka is away, and everything is delivered when it returns',
    async () => {
      const before = await till.available();
      await platform.infra.kafka?.kill9();
      const ids = [await till.create(2_000), await till.create(2_000), await till.create(2_000)];
      for (const id of ids) {
        const paid = await till.api.post(`/v2/transparents/simulate-payment?id=${id}`);
        expect(paid.json.data.status).toBe('PAID');
      }
      expect(ids.flatMap((id) => till.webhooksOf(id))).toEqual([]);
      await platform.infra.kafka?.restart();
      await till.expectPaidOnce(ids, before, 2_000);
    },
    2 * testTimeoutMs,
  );

  it('an endpoint that answers 500 gets the same event again after five seconds', async () => {
    const failing = await webhookReceiver((_, index) => ({ status: index === 0 ? 500 : 200 }));
    const events = ['transparent.completed'];
    await till.api.post('/v2/webhooks/create', { name: 'failing', endpoint: failing.url, events });
    const id = await till.create(1_500);
    await till.api.post(`/v2/transparents/simulate-payment?id=${id}`);
    await waitFor('the retry', () => Promise.resolve(failing.seen.length === 2));
    const [first, second] = failing.seen;
    expect(second?.body).toBe(first?.body);
    const waited = (second?.receivedAt.getTime() ?? 0) - (first?.receivedAt.getTime() ?? 0);
    expect(waited).toBeGreaterThanOrEqual(5_000);
    // Well before the attempt after it, which comes five minutes later.
    expect(waited).toBeLessThan(30_000);
    await failing.close();
  });
});
