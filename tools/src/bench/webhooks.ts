import { setTimeout as delay } from 'node:timers/promises';
import type { Tenant } from '@pitanga/core';
import { inTransaction, appendEvents, connect, type Db } from '@pitanga/database';
import { createEgress } from '@pitanga/egress';
import { createMessaging, startRelay, type Messaging } from '@pitanga/messaging';
import { createLog } from '@pitanga/runtime';
import { cpuEach, readCpuTime, cpuSentence, type Cpu } from './cpu';
import { percentile } from './load';
import type { Bench } from './section';
import { aPayment, publishPayments, startReceiver, storesWithWebhooks, type BenchReceiver } from './webhooks-load';
import { isWorkedOff, queueWaiting } from './webhooks-waiting';
import { freePort } from '../infra/ports';
import { temporaryFolder } from '../infra/temporary';
import type { Platform } from '../platform/platform';
import { serviceUnit } from '../platform/services';

const stores = 20;
const timeoutMs = 600_000;
const log = createLog({ service: 'bench', level: 'warn' });

interface Deliveries extends Bench {
  readonly address: string;
  /** Of webhooks. */
  readonly db: Db;
  readonly messaging: Messaging;
  readonly receiver: BenchReceiver;
}

/**
 * The section `webhooks` of the benchmark: deliveries a second from Kafka to answered and logged, and how long a fact
 * takes from its commit to its receiver. The ledger, which reads the same facts, is stopped meanwhile, and billing makes
 * room for the relay of this process.
 */
export async function benchWebhooks(given: Bench): Promise<void> {
  const { wiring, services } = given.platform;
  const bench: Deliveries = {
    ...given,
    address: `127.0.0.1:${String(wiring.ports.webhooks.port)}`,
    db: connect({ url: wiring.databaseUrls.webhooks, applicationName: 'bench' }),
    messaging: createMessaging({ brokers: [wiring.kafka], clientId: 'billing', prefix: wiring.kafkaPrefix, log }),
    receiver: await startReceiver(),
  };
  await services.ledger.stop();
  await services.billing.stop();
  try {
    await bursts(bench);
    await latencies(bench);
  } finally {
    bench.receiver.stop();
    await bench.db.destroy();
    await services.billing.restart();
    await services.ledger.restart();
  }
}

async function bursts(bench: Deliveries): Promise<void> {
  const { receiver, platform, figures } = bench;
  const { burst, aged } = bench.plan.webhooks;
  console.log(
    `webhooks: bursts of ${String(burst)} facts of ${String(stores)} stores, from Kafka to answered and logged`,
  );
  const tenants = await storesWithWebhooks(bench.address, `${receiver.url}/`, stores);
  const bare = await bareRate(`${receiver.url}/`, burst);
  console.log(`  the same client in a bare loop, 64 calls at a time: ${bare.toFixed(0)}/s`);
  // Code that is not yet compiled by the JIT says nothing.
  await delivered(bench, tenants, burst);
  const before = readCpuTime(platform);
  const first = await delivered(bench, tenants, burst);
  console.log(`  one replica: ${bareRatio(first, bare)} (aim: 2000/s)`);
  const cpu = cpuEach(burst, before, readCpuTime(platform));
  console.log(`    CPU of each delivery: ${cpuSentence(cpu)}`);
  figures.add('one replica', '/s', first);
  figures.add('one replica, of the bare loop', 'share', first / bare);
  figures.addCpu('one replica, CPU of one', cpu);
  const second = await secondReplica(platform);
  await delivered(bench, tenants, burst / 2);
  const readCpu = () => readCpuTime(platform, { 'second webhooks': second.pid });
  const beforeTwo = readCpu();
  const both = await delivered(bench, tenants, burst);
  console.log(`  two replicas: ${bareRatio(both, bare)}`);
  figures.add('two replicas', '/s', both);
  console.log(`    CPU of each delivery: ${cpuSentence(cpuEach(burst, beforeTwo, readCpu()))}`);
  await second.stop();
  await delivered(bench, tenants, aged);
  const last = await delivered(bench, tenants, burst);
  console.log(
    `  one replica after ${String(aged)} more: ${bareRatio(last, bare)}, ${((last / first) * 100).toFixed(0)} % of the first (aim: 90 %)`,
  );
  figures.add('one replica, aged', 'share', last / first);
}

function bareRatio(perSecond: number, bare: number): string {
  return `${perSecond.toFixed(0)}/s, ${((perSecond / bare) * 100).toFixed(0)} % of the bare loop`;
}

/** Deliveries a second, from the first fact published to the last result recorded. */
async function delivered(
  { db, messaging, receiver }: Deliveries,
  tenants: readonly Tenant[],
  count: number,
): Promise<number> {
  const storeIds = tenants.map(({ storeId }) => storeId);
  const before = await receiver.count();
  const start = performance.now();
  const deadline = start + timeoutMs;
  await publishPayments(messaging, tenants, count);
  // First the receiver, which costs the database nothing.
  while ((await receiver.count()) < before + count || !(await isWorkedOff(db, storeIds))) {
    if (performance.now() > deadline) throw new Error(`${String(count)} deliveries took longer than ten minutes`);
    await delay(10);
  }
  return (count * 1_000) / (performance.now() - start);
}

/** What the HTTP client can do when nothing has to be claimed, signed or recorded. */
async function bareRate(url: string, burst: number): Promise<number> {
  const egress = createEgress();
  const policy = { allowLoopback: true, requireHttps: false };
  const body = JSON.stringify(aPayment({ storeId: 'store_bare', devMode: true } as Tenant).data);
  const headers = { 'content-type': 'application/json' };
  const run = async (calls: number): Promise<number> => {
    let left = calls;
    const start = performance.now();
    const one = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await egress.send({ url, method: 'POST', headers, body, policy, timeoutMs: 30_000 });
      }
    };
    await Promise.all(Array.from({ length: 64 }, one));
    return (calls * 1_000) / (performance.now() - start);
  };
  await run(2_000);
  const rate = await run(burst);
  await egress.close();
  return rate;
}

/** Answers its pid and what stops it. */
async function secondReplica({ wiring }: Platform): Promise<{ readonly pid: number; stop(): Promise<void> }> {
  const ports = { ...wiring.ports, webhooks: { port: await freePort(), opsPort: await freePort() } };
  const folder = await temporaryFolder();
  const second = serviceUnit('webhooks', { ...wiring, ports }, { logs: folder, pids: folder });
  await second.start();
  // The group divides its partitions between both only after a while.
  await delay(8_000);
  return { pid: second.pid() ?? NaN, stop: () => second.stop() };
}

interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Latency extends Times {
  /** Of one delivery, by process; the relay that is in this process is left out. */
  readonly cpu: Cpu;
}

async function latencies(bench: Deliveries): Promise<void> {
  console.log("webhooks: from a fact's commit to its receiver (aim: p99 at most 60 ms at 200/s)");
  const { receiver, platform, figures, plan } = bench;
  const { rates, waiting, hung: hungQueued } = plan.webhooks;
  const seconds = plan.latencySeconds;
  const tenants = await storesWithWebhooks(bench.address, `${receiver.url}/told`, stores);
  const billing = connect({ url: platform.wiring.databaseUrls.billing, applicationName: 'bench' });
  const relay = await startRelay({ db: billing, messaging: bench.messaging, log });
  const measure = async (rate: number): Promise<Latency> => {
    const before = readCpuTime(platform);
    const times = await latencyAt(billing, receiver, tenants, rate, seconds);
    return { ...times, cpu: cpuEach(rate * seconds, before, readCpuTime(platform)) };
  };
  try {
    await measure(100);
    const alone = new Map<number, Latency>();
    for (const rate of rates) {
      const found = await measure(rate);
      alone.set(rate, found);
      console.log(`  ${String(rate)}/s: ${sentence(found)}`);
      console.log(`    CPU of each delivery: ${cpuSentence(found.cpu)}`);
      figures.add(`${String(rate)}/s, p50`, 'ms', found.p50Ms);
      figures.add(`${String(rate)}/s, p99`, 'ms', found.p99Ms);
      figures.addCpu(`${String(rate)}/s, CPU of one`, found.cpu);
    }
    const beside = async (what: string): Promise<void> => {
      for (const rate of rates) {
        const found = await measure(rate);
        const base = alone.get(rate) ?? found;
        const ratio = (of: keyof Times): string => (found[of] / base[of]).toFixed(2);
        console.log(`  ${String(rate)}/s ${what}: ${sentence(found)}, ratio ${ratio('p50Ms')} | ${ratio('p99Ms')}`);
      }
    };
    const hung = await storesWithWebhooks(bench.address, `${receiver.url}/hang`, 1);
    await publishPayments(bench.messaging, hung, hungQueued);
    await delay(3_000);
    await beside(`beside an endpoint that hangs with ${String(hungQueued)} queued`);
    await queueWaiting(bench.db, waiting);
    await beside(`beside that and ${String(waiting)} that wait for a retry (aim: ratio at most 1.3)`);
  } finally {
    await relay.stop();
    await billing.destroy();
  }
}

function sentence({ p50Ms, p99Ms }: Times): string {
  return `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
}

/** Commits facts to billing's outbox at a steady rate, as billing does. */
async function latencyAt(
  billing: Db,
  receiver: BenchReceiver,
  tenants: readonly Tenant[],
  rate: number,
  seconds: number,
): Promise<Times> {
  const committedAt = new Map<string, number>();
  const commits: Promise<void>[] = [];
  const start = performance.now();
  for (let index = 0; index < rate * seconds; index += 1) {
    const dueInMs = start + (index * 1_000) / rate - performance.now();
    if (dueInMs > 1) await delay(dueInMs);
    const fact = aPayment(tenants[index % tenants.length] ?? ({} as Tenant));
    commits.push(
      inTransaction(billing, (tx) => appendEvents(tx, [fact], fact.occurredAt)).then(() => {
        committedAt.set(fact.key, performance.timeOrigin + performance.now());
      }),
    );
  }
  await Promise.all(commits);
  const found: number[] = [];
  const deadline = performance.now() + 30_000;
  while (found.length < committedAt.size && performance.now() < deadline) {
    for (const [chargeId, at] of await receiver.take()) found.push(at - (committedAt.get(chargeId) ?? NaN));
    await delay(50);
  }
  if (found.length < committedAt.size) throw new Error(`${String(committedAt.size - found.length)} did not arrive`);
  return { p50Ms: percentile(found, 0.5), p99Ms: percentile(found, 0.99) };
}
