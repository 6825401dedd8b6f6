import { randomBytes } from 'node:crypto';
import { WebhookServiceDefinition, type InboundEvent } from '@pitanga/contracts';
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
import { aCustomer, aFact, chargePaid } from './harness';

let database: TestDatabase;
let service: Service;
let client: RpcClient<WebhookServiceDefinition>;

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
  client = createRpcClient(WebhookServiceDefinition, { address: `127.0.0.1:${String(service.port)}` });
}, 60_000);
afterAll(async () => {
  client.close();
  await service.stop();
  await database.drop();
}, 60_000);

const idempotency = (key: string) => ({ key, operation: 'webhooks.create', fingerprint: 'same' });

describe('the service', () => {
  it('delivers a fact from Kafka to a webhook made over gRPC, signed with the secret it answered', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    const request = { tenant, name: 'x', endpoint: receiver.url, events: ['transparent.completed'], v2: true };
    const context = { requestId: 'req_1' };
    const created = await client.createWebhook({ ...request, secret: undefined, legacySecretHeader: false }, context);
    // The service's own outbox brings the fact to Kafka, as billing's would.
    const db = connect({ url: database.url, applicationName: 'test' });
    const fact = chargePaid(tenant, new Date());
    await appendEvents(db, [fact], fact.recordedAt);
    await db.destroy();
    const seen = await waitFor('the webhook', () => Promise.resolve(receiver.seen[0]), 30_000);
    const payload = new Webhook(created.secret).verify(seen.body, seen.headers as Record<string, string>);
    expect(payload).toMatchObject({ event: 'transparent.completed', devMode: true });
    const metrics = await (await fetch(`http://127.0.0.1:${String(service.opsPort)}/metrics`)).text();
    expect(metrics).toContain('pitanga_webhook_attempt_seconds_count{result="2xx"} 1');
    await receiver.close();
  }, 60_000);

  it('erases a customer whose erasure Kafka brings', async () => {
    const tenant = aTenant();
    const request = { tenant, name: 'x', endpoint: 'http://127.0.0.1:9/', events: ['transparent.completed'], v2: true };
    await client.createWebhook({ ...request, secret: undefined, legacySecretHeader: false }, { requestId: 'req_1' });
    const publish = async (fact: InboundEvent): Promise<void> => {
      const db = connect({ url: database.url, applicationName: 'test' });
      await appendEvents(db, [fact], fact.recordedAt);
      await db.destroy();
    };
    const bodies = async (): Promise<string[]> => {
      const of = { store_id: tenant.storeId };
      const rows = await database.db('delivery_bodies').join('deliveries', 'id', 'delivery_id').where(of);
      return rows.map(({ body }) => body as string);
    };
    await publish(chargePaid(tenant, new Date()));
    await waitFor('the body', async () => (await bodies()).some((body) => body.includes('Ana')), 30_000);
    const at = new Date();
    await publish(aFact('customer.erased', tenant, at, { customerId: aCustomer.id, erasedAt: at }));
    await waitFor('the blank body', async () => (await bodies()).every((body) => !body.includes('Ana')), 30_000);
  }, 60_000);

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
});
