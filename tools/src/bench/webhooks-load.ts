import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventCatalogue, WebhookServiceDefinition, type OutboundEvent } from '@pitanga/contracts';
import { toTenant, type Tenant } from '@pitanga/core';
import { toKafkaMessage, type Messaging } from '@pitanga/messaging';
import { createRpcClient } from '@pitanga/rpc';
import { aPaidChargeFact, ids } from './ledger-load';

export interface BenchReceiver {
  readonly url: string;
  /** Requests answered so far. */
  count(): Promise<number>;
  /** Charges whose webhooks arrived since the last call, with their instants (ms since the epoch). */
  take(): Promise<readonly (readonly [chargeId: string, atMs: number])[]>;
  stop(): void;
}

export async function startReceiver(): Promise<BenchReceiver> {
  const child = fork(join(__dirname, 'webhooks-receiver.ts'), { execArgv: ['--require', 'tsx/cjs'] });
  const [address] = (await once(child, 'message')) as [AddressInfo];
  const ask = async (question: string): Promise<unknown> => {
    child.send(question);
    const [answer] = (await once(child, 'message')) as [unknown];
    return answer;
  };
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    count: async () => (await ask('count')) as number,
    take: async () => (await ask('take')) as [string, number][],
    stop: () => {
      child.disconnect();
    },
  };
}

/** Stores of dev environments, each with one webhook at `url`. */
export async function storesWithWebhooks(address: string, url: string, count: number): Promise<readonly Tenant[]> {
  const client = createRpcClient(WebhookServiceDefinition, { address });
  const now = new Date();
  const tenants = Array.from({ length: count }, () => toTenant(ids.next('store', now), true));
  try {
    for (const tenant of tenants) {
      const asked = { name: 'bench', endpoint: url, secret: undefined, events: ['transparent.completed'] };
      await client.createWebhook(
        { tenant, ...asked, v2: true, legacySecretHeader: false, legacySecretQuery: false },
        { requestId: 'req_bench' },
      );
    }
  } finally {
    client.close();
  }
  return tenants;
}

/** A paid transparent charge, as billing publishes it. */
export function aPayment(tenant: Tenant): Extract<OutboundEvent, { type: 'charge.paid' }> {
  const now = new Date();
  const { charge, customer } = aPaidChargeFact(now);
  const pix = { brCode: '000201', qrPng: Buffer.alloc(0), txid: charge.id, endToEndId: 'E0000000020261121' };
  const told = { ...charge, origin: 'CHARGE_ORIGIN_TRANSPARENT' as const, checkoutId: undefined, pix };
  const head = { type: 'charge.paid' as const, id: ids.next('event', now), key: charge.id, occurredAt: now };
  return { ...head, data: { tenant, charge: told, customer } };
}

const perBatch = 500;

/** Publishes payments of these stores, which take turns. */
export async function publishPayments(messaging: Messaging, tenants: readonly Tenant[], count: number): Promise<void> {
  const { topic, codec } = eventCatalogue['charge.paid'];
  const producer = messaging.kafka.producer();
  await producer.connect();
  for (let sent = 0; sent < count; sent += perBatch) {
    const messages = Array.from({ length: Math.min(perBatch, count - sent) }, (_, index) => {
      const fact = aPayment(tenants[(sent + index) % tenants.length] ?? toTenant('store_none', true));
      const { id: eventId, key, type, occurredAt } = fact;
      const times = { occurredAt, recordedAt: occurredAt, traceparent: undefined };
      const payload = JSON.stringify(codec.toJSON(fact.data));
      return toKafkaMessage({ id: 0, eventId, topic, key, type, payload, ...times }, '/pitanga/billing', undefined);
    });
    await producer.send({ topic: messaging.topicName(topic), messages });
  }
  await producer.disconnect();
}
