import { randomBytes } from 'node:crypto';
import { DeliveryServiceDefinition, MailServiceDefinition, WebhookServiceDefinition } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { createMessaging, ensureTopics } from '@pitanga/messaging';
import { createRpcClient, type RpcClient } from '@pitanga/rpc';
import { loadConfig } from '@pitanga/runtime';
import { silentLog, testDatabase, testInfra, type TestDatabase } from '@pitanga/testing';
import { createWebhooks, webhooksConfig } from '../src/webhooks';

/** The service as it runs in production, with Kafka, and its clients. */
export interface TestService {
  readonly database: TestDatabase;
  readonly opsPort: number;
  readonly webhooks: RpcClient<WebhookServiceDefinition>;
  readonly deliveries: RpcClient<DeliveryServiceDefinition>;
  readonly mails: RpcClient<MailServiceDefinition>;
  /** Creates a v2 webhook for transparent.completed; returns its id. */
  createWebhook(tenant: Tenant, endpoint: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startTestService(more: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const database = await testDatabase('webhooks');
  const prefix = `webhooks-${randomBytes(6).toString('hex')}.`;
  const brokers = [testInfra().kafka];
  await ensureTopics(createMessaging({ brokers, clientId: 'test', prefix, log: silentLog }), { partitions: 1 });
  const config = loadConfig(webhooksConfig, {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: brokers.join(','),
    KAFKA_PREFIX: prefix,
    DATA_KEY: randomBytes(32).toString('base64'),
    ALLOW_LOOPBACK_IN_DEV_MODE: 'true',
    ...more,
  });
  const service = await createWebhooks(config, { log: silentLog });
  const address = `127.0.0.1:${String(service.port)}`;
  const webhooks = createRpcClient(WebhookServiceDefinition, { address, deadlineMs: 60_000 });
  const deliveries = createRpcClient(DeliveryServiceDefinition, { address, deadlineMs: 60_000 });
  const mails = createRpcClient(MailServiceDefinition, { address, deadlineMs: 60_000 });
  return {
    database,
    opsPort: service.opsPort,
    webhooks,
    deliveries,
    mails,
    createWebhook: async (tenant, endpoint) => {
      const request = { tenant, name: 'x', endpoint, events: ['transparent.completed'], v2: true };
      const context = { requestId: 'req_1' };
      const { webhook } = await webhooks.createWebhook(
        { ...request, secret: undefined, legacySecretHeader: false, legacySecretQuery: false },
        context,
      );
      return webhook?.id ?? '';
    },
    stop: async () => {
      webhooks.close();
      deliveries.close();
      mails.close();
      await service.stop();
      await database.close();
    },
  };
}
