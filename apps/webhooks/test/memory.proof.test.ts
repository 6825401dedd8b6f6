import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { systemClock } from '@pitanga/core';
import { createMessaging, ensureTopics } from '@pitanga/messaging';
import { aTenant, silentLog, testInfra, waitFor, webhookReceiver } from '@pitanga/testing';
import { startHarness, type Harness } from './harness';
import { shortOrLong } from './proof-settings';
import { killReplicas, startReplica } from './replica';

const waiting = shortOrLong(50_000, 1_000_000);
const calls = shortOrLong(500, 2_000);
/** Less than a queue in memory would need: a thousand deliveries of a kilobyte and their sockets. */
const growthMaxMb = 64;

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness(systemClock);
});
afterAll(async () => {
  await killReplicas();
  await harness.stop();
});

/** Half waiting for a retry, half ready for an endpoint that hangs. */
async function queueUp(webhookId: string, count: number): Promise<void> {
  const { db } = harness.database;
  const numbers = `from webhooks w, generate_series(1, ${String(count)}) as number where w.id = '${webhookId}'`;
  const id = `'log_000000000' || lpad(number::text, 15, '0')`;
  await db.raw(`insert into deliveries (id, store_id, dev_mode, webhook_id, event_id, event, status, created_at)
    select ${id}, store_id, dev_mode, w.id, 'evt_' || number, 'transparent.completed', 'PENDING', now() ${numbers}`);
  await db.raw(
    `insert into delivery_bodies (delivery_id, body) select ${id}, (select body from delivery_bodies limit 1) ${numbers}`,
  );
  await db.raw(`insert into delivery_queue (delivery_id, webhook_id, store_id, dev_mode, state, due_at)
    select ${id}, w.id, store_id, dev_mode, case number % 2 when 0 then 'READY' else 'WAITING' end,
      now() + case number % 2 when 0 then interval '0' else interval '1 day' end ${numbers}`);
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

it(
  `the memory of a dispatcher does not grow with the queue: ${String(waiting)} deliveries wait`,
  async () => {
    const prefix = `memory-${randomBytes(6).toString('hex')}.`;
    const kafka = testInfra().kafka;
    await ensureTopics(createMessaging({ brokers: [kafka], clientId: 'proof', prefix, log: silentLog }), {
      partitions: 1,
    });
    const replica = await startReplica({
      DATABASE_URL: harness.database.url,
      KAFKA_BROKERS: kafka,
      KAFKA_PREFIX: prefix,
      DATA_KEY: harness.dataKey,
      ALLOW_LOOPBACK_IN_DEV_MODE: 'true',
    });
    const [quick, hung] = [await webhookReceiver(), await webhookReceiver(['hang'])];
    const [tenant, victim] = [aTenant(), aTenant()];
    await harness.register(tenant, quick.url);
    const { id } = await harness.register(victim, hung.url);
    const work = async (total: number): Promise<void> => {
      await harness.pay(tenant, total - quick.seen.length);
      await waitFor('deliveries', () => Promise.resolve(quick.seen.length >= total), 60_000);
    };
    await work(calls);
    const before = residentMb(replica.pid);
    await queueUp(id, waiting);
    await work(2 * calls);
    const growth = residentMb(replica.pid) - before;
    console.log(`${before.toFixed(0)} MB before, ${growth.toFixed(0)} MB more with ${String(waiting)} waiting`);
    expect(growth).toBeLessThan(growthMaxMb);
    await replica.stop();
    await quick.close();
    await hung.close();
  },
  shortOrLong(180_000, 900_000),
);
