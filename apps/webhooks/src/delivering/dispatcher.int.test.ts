import { createServer, type AddressInfo } from 'node:net';
import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testClock, waitFor } from '@pitanga/testing';
import { Webhook } from 'standardwebhooks';
import { deliveriesOf, finishedDeliveries, queuedOf, secret, startHarness, testReceivers } from '../../test/harness';
import { retryDelaysMs } from '../deliveries/attempt';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));
const { receive, closeAll } = testReceivers();

afterEach(async () => {
  await harness.stopDispatchers();
  await closeAll();
});

const finished = (tenant: Tenant, count?: number) => finishedDeliveries(harness, tenant, count);

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

  it('adds the secret to the query of who asks for it, and keeps it nowhere, not even of an answer that repeats it', async () => {
    const plain = 'segredo da loja/ção';
    const encoded = encodeURIComponent(plain);
    // As PHP writes JSON, as ASP.NET writes addresses, and as HTML.
    const others = [
      'segredo da loja\\/\\u00e7\\u00e3o',
      'segredo+da+loja%2f%c3%a7%c3%a3o',
      'segredo da loja&#x2F;&#231;&#227;o',
    ];
    const told = `(${[plain, ...others].join(', ')})`;
    const receiver = await receive(({ path }) => ({ status: 404, body: `Cannot POST ${path} ${told}` }));
    const tenant = aTenant();
    const [first, second] = [`${receiver.url}/hook?a=1&b='`, receiver.url];
    const options = { secret: plain, legacySecretQuery: true };
    await harness.register(tenant, first, options);
    await harness.register(tenant, second, options);
    await harness.pay(tenant);
    harness.dispatch();
    await finished(tenant, 2);
    expect(receiver.seen.map(({ path }) => path).sort()).toEqual([
      `/?webhookSecret=${encoded}`,
      `/hook?a=1&b='&webhookSecret=${encoded}`,
    ]);
    const attempts = await harness.database.db('attempts').where({ store_id: tenant.storeId });
    expect(attempts.map(({ response_head }) => String(response_head)).sort()).toEqual([
      'Cannot POST /?webhookSecret=*** (***, ***, ***, ***)',
      "Cannot POST /hook?a=1&b='&webhookSecret=*** (***, ***, ***, ***)",
    ]);
    const { rows } = await harness.database.db.raw<{ rows: { name: string }[] }>(
      `select quote_ident(table_name) as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of rows) {
      const found = await harness.database.db.raw<{ rows: unknown[] }>(
        `select 1 from ${name} t where strpos(t::text, ?) > 0 or strpos(t::text, ?) > 0
         or strpos(t::text, ?) > 0`,
        [plain, encoded, Buffer.from(plain).toString('hex')],
      );
      expect([name, found.rows.length]).toEqual([name, 0]);
    }
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

  it('follows the table over seven attempts, never early, with one id and one body, and then fails', async () => {
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

  it('fails an endpoint at a private address at once, without a word about the address', async () => {
    const receiver = await receive();
    const tenant = aTenant();
    const webhook = await harness.register(tenant, receiver.url);
    // As a name would that was public when it was registered.
    await harness.database.db('webhooks').where({ id: webhook.id }).update({ endpoint: 'http://10.0.0.1/' });
    await harness.pay(tenant);
    harness.dispatch();
    expect(await finished(tenant)).toMatchObject([{ status: 'FAILED', last_error_class: 'blocked_address' }]);
  });

  it('disables the webhook on 410 and drops its pending deliveries', async () => {
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
    const [event] = (await harness.database.db('outbox').where({ type: 'webhook.disabled', key: webhook.id })) as {
      payload: string;
    }[];
    expect(JSON.parse(event?.payload ?? '{}')).toMatchObject({
      dropped: 2,
      webhook: { id: webhook.id, name: 'hook', origin: receiver.url, status: 'WEBHOOK_STATUS_DISABLED' },
    });
    expect(await harness.pay(tenant)).toHaveLength(1);
    expect(await queuedOf(harness, tenant)).toEqual([]);
  });
});
