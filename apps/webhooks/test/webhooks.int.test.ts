import type { InboundEvent } from '@pitanga/contracts';
import { inTransaction, appendEvents } from '@pitanga/database';
import { aTenant, startBeforeAll, waitFor, webhookReceiver } from '@pitanga/testing';
import { Webhook } from 'standardwebhooks';
import { aCharge, aCustomer, anEvent, chargePaid } from './domain-events';
import { startTestService } from './test-service';

const service = startBeforeAll(startTestService);

const idempotency = (key: string) => ({ key, operation: 'webhooks.create', fingerprint: 'same' });

describe('the service', () => {
  it('delivers a domain event from Kafka to a webhook created over gRPC, signed with the secret of the response', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    const request = { tenant, name: 'x', endpoint: receiver.url, events: ['transparent.completed'], v2: true };
    const context = { requestId: 'req_1' };
    const created = await service.webhooks.createWebhook(
      { ...request, secret: undefined, legacySecretHeader: false, legacySecretQuery: false },
      context,
    );
    // The outbox of this service publishes the event, as billing's does in production.
    const event = chargePaid(tenant, new Date());
    await inTransaction(service.database.db, (tx) => appendEvents(tx, [event], event.recordedAt));
    const seen = await waitFor('the webhook', () => Promise.resolve(receiver.seen[0]), 50_000);
    const payload = new Webhook(created.secret).verify(seen.body, seen.headers as Record<string, string>);
    expect(payload).toMatchObject({ event: 'transparent.completed', devMode: true });
    const metrics = await (await fetch(`http://127.0.0.1:${String(service.opsPort)}/metrics`)).text();
    expect(metrics).toContain('pitanga_webhook_attempt_seconds_count{result="2xx"} 1');
    expect(metrics).toContain('pitanga_webhook_first_attempt_seconds_count{pace="full"} 1');
    expect(metrics).toMatch(/pitanga_event_delay_seconds_count [1-9]/);
    await receiver.close();
  }, 180_000);

  it('delivers the events that follow ones with missing fields or unknown enum values', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    await service.createWebhook(tenant, receiver.url);
    const at = new Date();
    const events = [
      chargePaid(tenant, at, aCharge({ id: 'pix_char_before' })),
      { ...chargePaid(tenant, at), data: {} } as InboundEvent,
      anEvent('charge.paid', tenant, at, { charge: undefined }),
      chargePaid(tenant, at, aCharge({ status: 'CHARGE_STATUS_UNSPECIFIED' })),
      { ...anEvent('customer.erased', tenant, at, {}), data: {} } as unknown as InboundEvent,
      chargePaid(tenant, at, aCharge({ id: 'pix_char_after' })),
    ];
    await inTransaction(service.database.db, (tx) => appendEvents(tx, events, at));
    await waitFor('both webhooks', () => Promise.resolve(receiver.seen.length >= 2), 50_000);
    const delivered = receiver.seen.map(({ body }) => /"id":"(pix_char_\w+)"/.exec(body)?.[1]);
    expect(delivered.sort()).toEqual(['pix_char_after', 'pix_char_before']);
    const dead = async (topic: string): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${String(service.opsPort)}/metrics`)).text();
      return Number(new RegExp(`pitanga_dead_letters_total\\{[^}]*${topic}[^}]*\\} (\\d+)`).exec(text)?.[1]);
    };
    await waitFor('the dead letters', async () => (await dead('billing.charge.v1')) === 3, 50_000);
    await waitFor('the erasure', async () => (await dead('billing.customer.v1')) === 1, 50_000);
    await receiver.close();
  }, 180_000);

  it('erases the customer of a customer.erased event from Kafka', async () => {
    const tenant = aTenant();
    const request = { tenant, name: 'x', endpoint: 'http://127.0.0.1:9/', events: ['transparent.completed'], v2: true };
    await service.webhooks.createWebhook(
      { ...request, secret: undefined, legacySecretHeader: false, legacySecretQuery: false },
      { requestId: 'req_1' },
    );
    const publish = async (event: InboundEvent): Promise<void> => {
      await inTransaction(service.database.db, (tx) => appendEvents(tx, [event], event.recordedAt));
    };
    const bodies = async (): Promise<string[]> => {
      const of = { store_id: tenant.storeId };
      const rows = await service.database.db('delivery_bodies').join('deliveries', 'id', 'delivery_id').where(of);
      return rows.map(({ body }) => body as string);
    };
    await publish(chargePaid(tenant, new Date()));
    await waitFor('the body', async () => (await bodies()).some((body) => body.includes('Ana')), 50_000);
    const at = new Date();
    await publish(anEvent('customer.erased', tenant, at, { customerId: aCustomer.id, erasedAt: at }));
    await waitFor('the blank body', async () => (await bodies()).every((body) => !body.includes('Ana')), 50_000);
  }, 180_000);

  it('returns the first response for a repeated Idempotency-Key, secret included, and stores it sealed', async () => {
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
      const response = await service.webhooks.createWebhook(
        { ...request, v2: true, legacySecretHeader: false, legacySecretQuery: false },
        context,
      );
      return { ...response, replayed: context.replayed };
    };
    const first = await create();
    expect(await create()).toEqual({ ...first, replayed: true });
    const [kept] = await service.database.db('idempotency_keys').where({ store_id: tenant.storeId });
    expect((kept.response as Buffer).includes(first.secret)).toBe(false);
  });

  it('gets, lists and deletes, and returns 404 with the documented sentence', async () => {
    const tenant = aTenant();
    const context = { requestId: 'req_1' };
    const page = { limit: 10, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };
    const { webhook } = await service.webhooks.createWebhook(
      {
        tenant,
        name: 'x',
        endpoint: 'http://127.0.0.1:9/',
        secret: 'a plain secret of 32 characters!'.replaceAll(' ', '_'),
        events: ['billing.paid'],
        v2: false,
        legacySecretHeader: true,
        legacySecretQuery: false,
      },
      context,
    );
    const id = webhook?.id ?? '';
    expect(webhook).toMatchObject({ v2: false, status: 'WEBHOOK_STATUS_ACTIVE', devMode: true });
    expect(await service.webhooks.getWebhook({ tenant, id }, context)).toEqual({ webhook });
    const listed = await service.webhooks.listWebhooks({ tenant, page, id: undefined, search: 'X' }, context);
    expect(listed.webhooks).toEqual([webhook]);
    expect(await service.webhooks.deleteWebhook({ tenant, id }, context)).toEqual({ webhook });
    await expect(service.webhooks.getWebhook({ tenant, id }, context)).rejects.toMatchObject({
      kind: 'NOT_FOUND',
      message: 'Webhook não encontrado.',
    });
  });

  it('sends a test event and a resend at once, and shows both in the log', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    const context = { requestId: 'req_1' };
    const id = await service.createWebhook(tenant, receiver.url);
    const { delivery } = await service.webhooks.sendTestEvent({ tenant, id, event: undefined }, context);
    await waitFor('the test event', () => Promise.resolve(receiver.seen[0]));
    const logged = async () => await service.deliveries.getDelivery({ tenant, id: delivery?.id ?? '' }, context);
    await waitFor('its end', async () => (await logged()).delivery?.status === 'DELIVERY_STATUS_DELIVERED');
    await service.deliveries.resendDelivery({ tenant, id: delivery?.id ?? '' }, context);
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
    const id = await service.createWebhook(tenant, 'http://127.0.0.1:9/');
    await service.webhooks.sendTestEvent({ tenant, id, event: undefined }, { requestId: 'req_1' });
    const window = { createdFrom: new Date(Date.now() - 60_000), createdTo: new Date(Date.now() + 60_000) };
    const replay = async () => {
      const context = { requestId: 'req_1', idempotency: idempotency('key-2'), replayed: false };
      const { count } = await service.deliveries.replayDeliveries(
        { tenant, webhookId: id, ...window, status: undefined, includeMissing: false },
        context,
      );
      return [count, context.replayed];
    };
    expect(await replay()).toEqual([1, false]);
    expect(await replay()).toEqual([1, true]);
    expect(await service.database.db('deliveries').where({ webhook_id: id }).select('resends')).toEqual([
      { resends: 1 },
    ]);
  });

  it('returns the same secret for a repeated rotation, and stores it sealed', async () => {
    const tenant = aTenant();
    const id = await service.createWebhook(tenant, 'http://127.0.0.1:9/');
    const rotate = async () => {
      const context = { requestId: 'req_1', idempotency: idempotency('key-3') };
      return await service.webhooks.rotateWebhookSecret({ tenant, id, secret: undefined }, context);
    };
    const first = await rotate();
    expect(await rotate()).toEqual(first);
    expect(await service.database.db('webhook_secrets').where({ webhook_id: id })).toHaveLength(2);
    const [kept] = await service.database.db('idempotency_keys').where({ store_id: tenant.storeId });
    expect((kept.response as Buffer).includes(first.secret)).toBe(false);
  });
});
