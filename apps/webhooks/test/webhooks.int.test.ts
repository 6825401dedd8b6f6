import { randomBytes } from 'node:crypto';
import { DeliveryServiceDefinition, WebhookServiceDefinition, type InboundEvent } from '@pitanga/contracts';
import { tenantOf, type Tenant } from '@pitanga/core';
import { appendEvents, connect } from '@pitanga/database';
import { createMessaging, ensureTopics } from '@pitanga/messaging';
import { createRpcClient, type RpcClient } from '@pitanga/rpc';
import { loadConfig, type Service } from '@pitanga/runtime';
import {
  aTenant,
  silentLog,
  testDatabase,
  testInfra,
  waitFor,
  webhookReceiver,
  type TestDatabase,
} from '@pitanga/testing';
import { Webhook } from 'standardwebhooks';
import { createWebhooks, webhooksConfig } from '../src/webhooks';
import { aCharge, aCustomer, aFact, chargePaid } from './harness';

let database: TestDatabase;
let service: Service;
let client: RpcClient<WebhookServiceDefinition>;
let deliveries: RpcClient<DeliveryServiceDefinition>;

beforeAll(async () => {
  database = await testDatabase('webhooks');
  const prefix = `webhooks-${randomBytes(6).toString('hex')}.`;
  const brokers = [testInfra().kafka];
  await ensureTopics(createMessaging({ brokers, clientId: 'test', prefix, log: silentLog }), { partitions: 1 });
  const config = loadConfig(webhooksConfig, {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: brokers.join(','),
    KAFKA_PREFIX: prefix,
    DATA_KEY: randomBytes(32).toString('base64'),
    ALLOW_LOOPBACK_IN_DEV_MODE: 'true',
  });
  service = await createWebhooks(config, { log: silentLog });
  const address = `127.0.0.1:${String(service.port)}`;
  client = createRpcClient(WebhookServiceDefinition, { address, deadlineMs: 60_000 });
  deliveries = createRpcClient(DeliveryServiceDefinition, { address, deadlineMs: 60_000 });
}, 60_000);
afterAll(async () => {
  client.close();
  deliveries.close();
  await service.stop();
  await database.drop();
}, 60_000);

async function aWebhook(tenant: Tenant, endpoint: string): Promise<string> {
  const request = { tenant, name: 'x', endpoint, events: ['transparent.completed'], v2: true };
  const context = { requestId: 'req_1' };
  const { webhook } = await client.createWebhook({ ...request, secret: undefined, legacySecretHeader: false }, context);
  return webhook?.id ?? '';
}

const idempotency = (key: string) => ({ key, operation: 'webhooks.create', fingerprint: 'same' });

describe('the service', () => {
  it('delivers a fact from Kafka to a webhook made over gRPC, signed with the secret it answered', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    const request = { tenant, name: 'x', endpoint: receiver.url, events: ['transparent.completed'], v2: true };
    const context = { requestId: 'req_1' };
    const created = await client.createWebhook({ ...request, secret: undefined, legacySecretHeader: false }, context);
    // The service's own outbox brings the fact to Kafka, as billing's would.
    const db = connect({ url: database.url, applicationName: 'test', acquireTimeoutMs: 60_000 });
    const fact = chargePaid(tenant, new Date());
    await appendEvents(db, [fact], fact.recordedAt);
    await db.destroy();
    const seen = await waitFor('the webhook', () => Promise.resolve(receiver.seen[0]), 50_000);
    const payload = new Webhook(created.secret).verify(seen.body, seen.headers as Record<string, string>);
    expect(payload).toMatchObject({ event: 'transparent.completed', devMode: true });
    const metrics = await (await fetch(`http://127.0.0.1:${String(service.opsPort)}/metrics`)).text();
    expect(metrics).toContain('pitanga_webhook_attempt_seconds_count{result="2xx"} 1');
    expect(metrics).toContain('pitanga_webhook_first_attempt_seconds_count{pace="full"} 1');
    expect(metrics).toMatch(/pitanga_event_delay_seconds_count [1-9]/);
    await receiver.close();
  }, 180_000);

  it('delivers what follows facts that lack what their type requires or name what this build does not know', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    await aWebhook(tenant, receiver.url);
    const db = connect({ url: database.url, applicationName: 'test', acquireTimeoutMs: 60_000 });
    const at = new Date();
    const facts = [
      chargePaid(tenant, at, aCharge({ id: 'pix_char_before' })),
      { ...chargePaid(tenant, at), data: {} } as InboundEvent,
      aFact('charge.paid', tenant, at, { charge: undefined }),
      chargePaid(tenant, at, aCharge({ status: 'CHARGE_STATUS_UNSPECIFIED' })),
      { ...aFact('customer.erased', tenant, at, {}), data: {} } as unknown as InboundEvent,
      chargePaid(tenant, at, aCharge({ id: 'pix_char_after' })),
    ];
    await appendEvents(db, facts, at);
    await db.destroy();
    await waitFor('both webhooks', () => Promise.resolve(receiver.seen.length >= 2), 50_000);
    const told = receiver.seen.map(({ body }) => /"id":"(pix_char_\w+)"/.exec(body)?.[1]);
    expect(told.sort()).toEqual(['pix_char_after', 'pix_char_before']);
    const dead = async (topic: string): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${String(service.opsPort)}/metrics`)).text();
      return Number(new RegExp(`pitanga_dead_letters_total\\{[^}]*${topic}[^}]*\\} (\\d+)`).exec(text)?.[1]);
    };
    await waitFor('the dead letters', async () => (await dead('billing.charge.v1')) === 3, 50_000);
    await waitFor('the erasure', async () => (await dead('billing.customer.v1')) === 1, 50_000);
    await receiver.close();
  }, 180_000);

  it('erases a customer whose erasure Kafka brings', async () => {
    const tenant = aTenant();
    const request = { tenant, name: 'x', endpoint: 'http://127.0.0.1:9/', events: ['transparent.completed'], v2: true };
    await client.createWebhook({ ...request, secret: undefined, legacySecretHeader: false }, { requestId: 'req_1' });
    const publish = async (fact: InboundEvent): Promise<void> => {
      const db = connect({ url: database.url, applicationName: 'test', acquireTimeoutMs: 60_000 });
      await appendEvents(db, [fact], fact.recordedAt);
      await db.destroy();
    };
    const bodies = async (): Promise<string[]> => {
      const of = { store_id: tenant.storeId };
      const rows = await database.db('delivery_bodies').join('deliveries', 'id', 'delivery_id').where(of);
      return rows.map(({ body }) => body as string);
    };
    await publish(chargePaid(tenant, new Date()));
    await waitFor('the body', async () => (await bodies()).some((body) => body.includes('Ana')), 50_000);
    const at = new Date();
    await publish(aFact('customer.erased', tenant, at, { customerId: aCustomer.id, erasedAt: at }));
    await waitFor('the blank body', async () => (await bodies()).every((body) => !body.includes('Ana')), 50_000);
  }, 180_000);

  it('answers a repeated Idempotency-Key with the first answer, secret included, which it keeps sealed', async () => {
    const tenant = aTenant();
    const request = {
      tenant,
      name: 'x',
      endpoint: 'http://127.0.0.1:9/',
      secret: undefined,
      events: ['refund.failed'],
    };
    const create = async () => {
      const context = { requestId: 'req_1', idempotency: idempotency('key-1'), replayed: false };
      const response = await client.createWebhook({ ...request, v2: true, legacySecretHeader: false }, context);
      return { ...response, replayed: context.replayed };
    };
    const first = await create();
    expect(await create()).toEqual({ ...first, replayed: true });
    const [kept] = await database.db('idempotency_keys').where({ store_id: tenant.storeId });
    expect((kept.response as Buffer).includes(first.secret)).toBe(false);
  });

  it('gets, lists and deletes, and answers 404 in the words of the interface', async () => {
    const tenant = aTenant();
    const context = { requestId: 'req_1' };
    const page = { limit: 10, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };
    const { webhook } = await client.createWebhook(
      {
        tenant,
        name: 'x',
        endpoint: 'http://127.0.0.1:9/',
        secret: 'a plain secret of 32 characters!'.replaceAll(' ', '_'),
        events: ['billing.paid'],
        v2: false,
        legacySecretHeader: true,
      },
      context,
    );
    const id = webhook?.id ?? '';
    expect(webhook).toMatchObject({ v2: false, status: 'WEBHOOK_STATUS_ACTIVE', devMode: true });
    expect(await client.getWebhook({ tenant, id }, context)).toEqual({ webhook });
    const listed = await client.listWebhooks({ tenant, page, id: undefined, search: 'X' }, context);
    expect(listed.webhooks).toEqual([webhook]);
    expect(await client.deleteWebhook({ tenant, id }, context)).toEqual({ webhook });
    await expect(client.getWebhook({ tenant, id }, context)).rejects.toMatchObject({
      kind: 'NOT_FOUND',
      message: 'Webhook não encontrado.',
    });
  });

  it('sends a test event and a resend at once, and shows both in the log', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    const context = { requestId: 'req_1' };
    const id = await aWebhook(tenant, receiver.url);
    const { delivery } = await client.sendTestEvent({ tenant, id, event: undefined }, context);
    await waitFor('the test event', () => Promise.resolve(receiver.seen[0]));
    const logged = async () => await deliveries.getDelivery({ tenant, id: delivery?.id ?? '' }, context);
    await waitFor('its end', async () => (await logged()).delivery?.status === 'DELIVERY_STATUS_DELIVERED');
    await deliveries.resendDelivery({ tenant, id: delivery?.id ?? '' }, context);
    await waitFor('the resend', async () => (await logged()).attempts.length === 2);
    expect(await logged()).toMatchObject({
      delivery: { test: true, attemptCount: 2, nextAttemptAt: undefined },
      attempts: [{ trigger: 'ATTEMPT_TRIGGER_AUTO' }, { trigger: 'ATTEMPT_TRIGGER_MANUAL' }],
      body: receiver.seen[0]?.body,
    });
    await receiver.close();
  }, 180_000);

  it('replays once for a repeated Idempotency-Key', async () => {
    const tenant = aTenant();
    const id = await aWebhook(tenant, 'http://127.0.0.1:9/');
    await client.sendTestEvent({ tenant, id, event: undefined }, { requestId: 'req_1' });
    const window = { createdFrom: new Date(Date.now() - 60_000), createdTo: new Date(Date.now() + 60_000) };
    const replay = async () => {
      const context = { requestId: 'req_1', idempotency: idempotency('key-2'), replayed: false };
      const { count } = await deliveries.replayDeliveries(
        { tenant, webhookId: id, ...window, status: undefined },
        context,
      );
      return [count, context.replayed];
    };
    expect(await replay()).toEqual([1, false]);
    expect(await replay()).toEqual([1, true]);
    expect(await database.db('deliveries').where({ webhook_id: id }).select('resends')).toEqual([{ resends: 1 }]);
  });

  it('answers a repeated rotation with the same secret, which it keeps sealed', async () => {
    const tenant = aTenant();
    const id = await aWebhook(tenant, 'http://127.0.0.1:9/');
    const rotate = async () => {
      const context = { requestId: 'req_1', idempotency: idempotency('key-3') };
      return await client.rotateWebhookSecret({ tenant, id, secret: undefined }, context);
    };
    const first = await rotate();
    expect(await rotate()).toEqual(first);
    expect(await database.db('webhook_secrets').where({ webhook_id: id })).toHaveLength(2);
    const [kept] = await database.db('idempotency_keys').where({ store_id: tenant.storeId });
    expect((kept.response as Buffer).includes(first.secret)).toBe(false);
  });
});

describe('updating a webhook', () => {
  const context = (key?: string) => ({
    requestId: 'req_1',
    ...(key !== undefined && { idempotency: { key, operation: 'webhooks.update', fingerprint: 'same' } }),
  });
  const update = async (tenant: Tenant, id: string, changes: object, key?: string) => {
    const request = { tenant, id, name: undefined, endpoint: undefined, events: [], ...changes };
    return (await client.updateWebhook(request, context(key))).webhook;
  };
  const endpoint = 'http://127.0.0.1:9/first';

  it('changes what is given, leaves the rest, and tells it as a fact', async () => {
    const tenant = aTenant();
    const id = await aWebhook(tenant, endpoint);
    const before = (await client.getWebhook({ tenant, id }, context())).webhook;
    const events = ['checkout.completed', 'transparent.completed', 'checkout.completed'];
    const after = await update(tenant, id, { name: 'Loja', events });
    expect(after).toMatchObject({
      ...before,
      name: 'Loja',
      events: events.slice(0, 2),
      updatedAt: expect.any(Date) as Date,
    });
    expect(await update(tenant, id, { endpoint: `${endpoint}?webhookSecret=abc` })).toMatchObject({
      name: 'Loja',
      endpoint: `${endpoint}?webhookSecret=abc`,
    });
    expect((await client.getWebhook({ tenant, id }, context())).webhook?.name).toBe('Loja');
  });

  it.each([
    [{ endpoint: 'http://10.0.0.1/x' }],
    [{ endpoint: 'http://169.254.169.254/x' }],
    [{ endpoint: 'ftp://shop.example.com/x' }],
    [{ endpoint: 'https://user:secret@shop.example.com/x' }],
    [{ endpoint: 'http://127.0.0.1:9/x?webhookSecret=***' }],
    [{ events: ['nothing.happened'] }],
    [{ name: '' }],
  ])('refuses %j as a create does, and changes nothing', async (changes) => {
    const tenant = aTenant();
    const id = await aWebhook(tenant, endpoint);
    const before = await client.getWebhook({ tenant, id }, context());
    await expect(update(tenant, id, changes)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    expect(await client.getWebhook({ tenant, id }, context())).toEqual(before);
  });

  it('is of the own store and environment alone, not of a deleted webhook, and once by its key', async () => {
    const tenant = aTenant();
    const id = await aWebhook(tenant, endpoint);
    const notFound = { kind: 'NOT_FOUND', message: 'Webhook não encontrado.' };
    for (const other of [aTenant(), tenantOf(tenant.storeId, false)]) {
      await expect(update(other, id, { name: 'X' })).rejects.toMatchObject(notFound);
    }
    const first = await update(tenant, id, { name: 'Um' }, 'name');
    await update(tenant, id, { name: 'Dois' });
    expect(await update(tenant, id, { name: 'Um' }, 'name')).toEqual(first);
    await client.deleteWebhook({ tenant, id }, context());
    await expect(update(tenant, id, { name: 'X' })).rejects.toMatchObject(notFound);
  });

  it('sends what is pending to the new endpoint', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    // Nobody listens there: the first attempt fails and is tried again in five seconds.
    const id = await aWebhook(tenant, endpoint);
    const { delivery } = await client.sendTestEvent({ tenant, id, event: undefined }, context());
    await waitFor('the first attempt', async () => {
      const { attempts } = await deliveries.getDelivery({ tenant, id: delivery?.id ?? '' }, context());
      return attempts.length > 0 ? true : undefined;
    });
    await update(tenant, id, { endpoint: receiver.url });
    const seen = await waitFor('the retry', () => Promise.resolve(receiver.seen[0]), 60_000);
    expect(JSON.parse(seen.body)).toMatchObject({ id: delivery?.id });
    await receiver.close();
  }, 120_000);
});
