import { setTimeout as delay } from 'node:timers/promises';
import { systemClock, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, waitFor, webhookReceiver, type WebhookReceiver } from '@pitanga/testing';
import type { Dispatcher } from '../src/delivering/dispatcher';
import { startHarness } from './harness';
import { shortOrLong } from './proof-settings';

/** The bound for the long form, on a machine that does nothing else; the short one runs beside other tests. */
const p99MaxMs = shortOrLong(30_000, 250);
/** What a victim of head-of-line blocking would have to wait at least. */
const hangMs = shortOrLong(120_000, 30_000);
const slowMs = shortOrLong(120_000, 1_000);
const rate = shortOrLong(20, 100);
const seconds = shortOrLong(3, 20);
const timeoutMs = 120_000;

const harness = startBeforeAll(() => startHarness(systemClock));
let dispatcher: Dispatcher;
const receivers: WebhookReceiver[] = [];

beforeEach(() => {
  const settings = { timeoutMs: hangMs, signatureKey: undefined, userAgent: 'proof' };
  dispatcher = harness.dispatch({ settings, limits: { promoteMs: 250 } });
});
afterEach(async () => {
  await harness.stopDispatchers();
  for (const receiver of receivers.splice(0)) await receiver.close();
  await harness.database.db('delivery_queue').delete();
});

async function receive(plan?: Parameters<typeof webhookReceiver>[0]): Promise<WebhookReceiver> {
  const receiver = await webhookReceiver(plan);
  receivers.push(receiver);
  return receiver;
}

/** A store with one webhook at `url` and `count` deliveries queued for it. */
async function aStoreWith(url: string, count: number): Promise<Tenant> {
  const tenant = aTenant();
  await harness.register(tenant, url);
  await harness.pay(tenant, count);
  return tenant;
}

/** More webhooks than a store may register, so that the bound of the dispatcher is what is tested. */
async function manyWebhooks(tenant: Tenant, url: string, count: number): Promise<void> {
  const { db } = harness.database;
  const webhook = await harness.register(tenant, url);
  await db.raw(
    `insert into webhooks select (jsonb_populate_record(w, jsonb_build_object('id', w.id || number))).*
     from webhooks w, generate_series(2, ?) as number where w.id = ?`,
    [count, webhook.id],
  );
  await db.raw(
    `insert into webhook_secrets (webhook_id, sealed, created_at)
     select webhook_id || number, sealed, created_at from webhook_secrets, generate_series(2, ?) as number
     where webhook_id = ?`,
    [count, webhook.id],
  );
}

/** Pays ten quick stores at a steady rate; returns the 99th percentile from the event's record to its receipt. */
async function othersP99(url: string): Promise<number> {
  const stores = Array.from({ length: 10 }, () => aTenant());
  for (const store of stores) await harness.register(store, url);
  const receiver = receivers.find((candidate) => url.startsWith(candidate.url));
  const from = receiver?.seen.length ?? 0;
  const recordedAt = new Map<string, number>();
  const started = Date.now();
  for (let index = 0; index < rate * seconds; index += 1) {
    await delay(Math.max(0, started + (index * 1_000) / rate - Date.now()));
    const at = Date.now();
    const [event] = await harness.pay(stores[index % stores.length] ?? aTenant());
    dispatcher.wake();
    if (event?.type === 'charge.paid') recordedAt.set(event.data.charge?.id ?? '', at);
  }
  const latencies = await waitFor('the deliveries of the others', () => {
    const seen = (receiver?.seen ?? []).slice(from).flatMap(({ body, receivedAt }) => {
      const payload = JSON.parse(body) as { data: { transparent: { id: string } } };
      const at = recordedAt.get(payload.data.transparent.id);
      return at === undefined ? [] : [receivedAt.getTime() - at];
    });
    return Promise.resolve(seen.length >= recordedAt.size && seen);
  });
  const p99 = latencies.toSorted((a, b) => a - b)[Math.ceil(latencies.length * 0.99) - 1] ?? NaN;
  console.log(`${expect.getState().currentTestName ?? ''}: p99 ${String(p99)} ms of ${String(latencies.length)}`);
  return p99;
}

describe('deliveries to others arrive at once', () => {
  it(
    'while one endpoint hangs with thousands queued for it',
    async () => {
      const [hung, quick] = [await receive(['hang']), await receive()];
      await aStoreWith(hung.url, shortOrLong(300, 5_000));
      dispatcher.wake();
      await waitFor('hung calls', () => Promise.resolve(hung.seen.length === 4));
      expect(await othersP99(quick.url)).toBeLessThan(p99MaxMs);
      // It has shown nothing that it could be trusted with more for.
      expect(hung.seen).toHaveLength(4);
    },
    timeoutMs,
  );

  it(
    'while fifty endpoints hang',
    async () => {
      const [hung, quick] = [await receive(['hang']), await receive()];
      const count = shortOrLong(10, 50);
      for (let index = 0; index < count; index += 1) await aStoreWith(hung.url, shortOrLong(20, 100));
      dispatcher.wake();
      await waitFor('hung calls', () => Promise.resolve(hung.seen.length === count * 4));
      expect(await othersP99(quick.url)).toBeLessThan(p99MaxMs);
    },
    timeoutMs,
  );

  it(
    'while another webhook on the same host and port hangs',
    async () => {
      const both = await receive(({ path }) => (path === '/hung' ? 'hang' : 200));
      await aStoreWith(`${both.url}/hung`, shortOrLong(300, 5_000));
      dispatcher.wake();
      await waitFor('hung calls', () => Promise.resolve(both.seen.length === 4));
      expect(await othersP99(`${both.url}/quick`)).toBeLessThan(p99MaxMs);
    },
    timeoutMs,
  );

  it(
    'while every event of one store goes to two hundred slow webhooks',
    async () => {
      const [slow, quick] = [await receive([{ status: 200, delayMs: slowMs }]), await receive()];
      const tenant = aTenant();
      await manyWebhooks(tenant, slow.url, shortOrLong(40, 200));
      await harness.pay(tenant, shortOrLong(10, 50));
      dispatcher.wake();
      expect(await othersP99(quick.url)).toBeLessThan(p99MaxMs);
      expect(dispatcher.inFlight()).toBeLessThanOrEqual(250 + 10);
    },
    timeoutMs,
  );

  it(
    'while the retries of a store whose endpoint was away for ten minutes all come due at once',
    async () => {
      const [back, quick] = [await receive([{ status: 200, delayMs: 50 }]), await receive()];
      await harness.stopDispatchers();
      const tenant = await aStoreWith(back.url, shortOrLong(500, 6_000));
      const [due] = [new Date(Date.now() + 1_000)];
      const retries = { state: 'WAITING', failures: 2, attempts: 2, due_at: due };
      await harness.database.db('delivery_queue').where({ store_id: tenant.storeId }).update(retries);
      const settings = { timeoutMs: hangMs, signatureKey: undefined, userAgent: 'proof' };
      dispatcher = harness.dispatch({ settings, limits: { promoteMs: 250 } });
      expect(await othersP99(quick.url)).toBeLessThan(p99MaxMs);
      await waitFor('the retries', () => Promise.resolve(back.seen.length > shortOrLong(100, 1_000)));
    },
    timeoutMs,
  );

  it(
    'while the backlog of ten minutes without any dispatcher is worked off',
    async () => {
      await harness.stopDispatchers();
      const [busy, quick] = [await receive([{ status: 200, delayMs: 20 }]), await receive()];
      for (let index = 0; index < 5; index += 1) {
        const tenant = await aStoreWith(busy.url, shortOrLong(100, 2_000));
        const dueAt = new Date(Date.now() - 600_000);
        await harness.database.db('delivery_queue').where({ store_id: tenant.storeId }).update({ due_at: dueAt });
      }
      const settings = { timeoutMs: hangMs, signatureKey: undefined, userAgent: 'proof' };
      dispatcher = harness.dispatch({ settings, limits: { promoteMs: 250 } });
      expect(await othersP99(quick.url)).toBeLessThan(p99MaxMs);
    },
    timeoutMs,
  );
});
