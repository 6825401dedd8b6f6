import { toTenant, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, waitFor, webhookReceiver } from '@pitanga/testing';
import { startTestService } from './test-service';

const service = startBeforeAll(startTestService);

describe('updating a webhook', () => {
  const context = (key?: string) => ({
    requestId: 'req_1',
    ...(key !== undefined && { idempotency: { key, operation: 'webhooks.update', fingerprint: 'same' } }),
  });
  const update = async (tenant: Tenant, id: string, changes: object, key?: string) => {
    const request = { tenant, id, name: undefined, endpoint: undefined, events: [], ...changes };
    return (await service.webhooks.updateWebhook(request, context(key))).webhook;
  };
  const endpoint = 'http://127.0.0.1:9/first';

  it('changes the given properties only, and appends an event', async () => {
    const tenant = aTenant();
    const id = await service.createWebhook(tenant, endpoint);
    const before = (await service.webhooks.getWebhook({ tenant, id }, context())).webhook;
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
    expect((await service.webhooks.getWebhook({ tenant, id }, context())).webhook?.name).toBe('Loja');
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
    const id = await service.createWebhook(tenant, endpoint);
    const before = await service.webhooks.getWebhook({ tenant, id }, context());
    await expect(update(tenant, id, changes)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    expect(await service.webhooks.getWebhook({ tenant, id }, context())).toEqual(before);
  });

  it('needs the same store and environment and a live webhook, and applies once for a key', async () => {
    const tenant = aTenant();
    const id = await service.createWebhook(tenant, endpoint);
    const notFound = { kind: 'NOT_FOUND', message: 'Webhook não encontrado.' };
    for (const other of [aTenant(), toTenant(tenant.storeId, false)]) {
      await expect(update(other, id, { name: 'X' })).rejects.toMatchObject(notFound);
    }
    const first = await update(tenant, id, { name: 'Um' }, 'name');
    await update(tenant, id, { name: 'Dois' });
    expect(await update(tenant, id, { name: 'Um' }, 'name')).toEqual(first);
    await service.webhooks.deleteWebhook({ tenant, id }, context());
    await expect(update(tenant, id, { name: 'X' })).rejects.toMatchObject(notFound);
  });

  it('sends pending deliveries to the new endpoint', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    // The port is closed: the first attempt fails and is retried after five seconds.
    const id = await service.createWebhook(tenant, endpoint);
    const { delivery } = await service.webhooks.sendTestEvent({ tenant, id, event: undefined }, context());
    await waitFor('the first attempt', async () => {
      const { attempts } = await service.deliveries.getDelivery({ tenant, id: delivery?.id ?? '' }, context());
      return attempts.length > 0 ? true : undefined;
    });
    await update(tenant, id, { endpoint: receiver.url });
    const seen = await waitFor('the retry', () => Promise.resolve(receiver.seen[0]), 60_000);
    expect(JSON.parse(seen.body)).toMatchObject({ id: delivery?.id });
    await receiver.close();
  }, 120_000);
});
