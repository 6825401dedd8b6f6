import type { Tenant } from '@pitanga/core';
import { aTenant, burst, burstReadMsMax, startBeforeAll } from '@pitanga/testing';
import { startTestService } from './test-service';

const context = { requestId: 'req_burst' };
/** Nobody listens there: an attempt fails at once. */
const endpoint = 'http://127.0.0.1:9/hook';

const service = startBeforeAll(startTestService);

/** A webhook in each of 24 stores. */
async function webhooksOfStores(): Promise<readonly { readonly tenant: Tenant; readonly id: string }[]> {
  return Promise.all(
    Array.from({ length: 24 }, async () => {
      const tenant = aTenant(true);
      return { tenant, id: await service.createWebhook(tenant, endpoint) };
    }),
  );
}

/** Makes a write of each at once, beside a read of another store. */
async function expectNoWait<T>(items: readonly T[], write: (item: T) => Promise<unknown>): Promise<void> {
  const page = { limit: 1, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };
  const { outcomes, readMs } = await burst(
    (index) => write(items[index]!),
    () => service.webhooks.listWebhooks({ tenant: aTenant(true), page, id: undefined, search: undefined }, context),
  );
  expect(outcomes).toEqual(['OK']);
  expect(readMs).toBeLessThan(burstReadMsMax);
}

describe('many at once keep no connection from others and wait for none:', () => {
  test('webhooks that are created, changed, toggled and deleted', async () => {
    const stores = Array.from({ length: 24 }, () => aTenant(true));
    await expectNoWait(stores, (tenant) => service.createWebhook(tenant, endpoint));
    const webhooks = await webhooksOfStores();
    const change = { name: 'y', endpoint: undefined, events: [] };
    await expectNoWait(webhooks, (key) => service.webhooks.updateWebhook({ ...key, ...change }, context));
    await expectNoWait(webhooks, (key) => service.webhooks.rotateWebhookSecret({ ...key, secret: undefined }, context));
    await expectNoWait(webhooks, (key) => service.webhooks.toggleWebhook(key, context));
    await expectNoWait(webhooks, (key) => service.webhooks.deleteWebhook(key, context));
  });

  test('test events, and deliveries that are sent again', async () => {
    const webhooks = await webhooksOfStores();
    const sent: { readonly tenant: Tenant; readonly id: string }[] = [];
    await expectNoWait(webhooks, async (key) => {
      const { delivery } = await service.webhooks.sendTestEvent({ ...key, event: undefined }, context);
      sent.push({ tenant: key.tenant, id: delivery?.id ?? '' });
    });
    await expectNoWait(sent, (key) => service.deliveries.resendDelivery(key, context));
    const createdTo = new Date();
    const window = {
      createdFrom: new Date(createdTo.getTime() - 60_000),
      createdTo,
      status: undefined,
      includeMissing: false,
    };
    await expectNoWait(webhooks, ({ tenant, id: webhookId }) =>
      service.deliveries.replayDeliveries({ tenant, webhookId, ...window }, context),
    );
  });

  test('settings of mail', async () => {
    const stores = Array.from({ length: 24 }, () => aTenant(true));
    await expectNoWait(stores, ({ storeId }) =>
      service.mails.configureMail(
        {
          storeId,
          senderName: 'Loja',
          replyTo: undefined,
          kinds: [],
          language: 'MAIL_LANGUAGE_PT_BR',
          version: 1,
          isClosed: false,
          compatibility: '2026-11-29',
        },
        context,
      ),
    );
  });
});
