import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@pitanga/core';
import { connect, type Db } from '@pitanga/database';
import { createMessaging, startConsumer } from '@pitanga/messaging';
import { createLog } from '@pitanga/runtime';
import { cpuEach, readCpuTime, cpuSentence, cpuTotal, type Cpu } from './cpu';
import { dueLatencies } from './renewals-due';
import type { Api, Bench } from './section';
import { freePort } from '../infra/ports';
import { temporaryFolder } from '../infra/temporary';
import { serviceUnit } from '../platform/services';
import type { Platform } from '../platform/platform';

const parallelSubscribers = 8;
const aimPerSecond = 150;
const timeoutMs = 120_000;

interface Renewals {
  readonly perSecond: number;
  /** When the last one was charged, when it was in the ledger and when its fact was read, from the due instant on. */
  readonly chargedMs: number;
  readonly postedMs: number;
  readonly toldMs: number;
  /** Of one renewal, by process. */
  readonly cpu: Cpu;
}

/** The section `renewals` of the benchmark: renewals a second with one and two schedulers, and the look-up of due ones. */
export async function benchRenewals(bench: Bench): Promise<void> {
  const { platform, api, plan } = bench;
  const { wiring } = platform;
  const [subscriptions, ledger] = (['subscriptions', 'ledger'] as const).map((name) =>
    connect({ url: wiring.databaseUrls[name], applicationName: 'bench' }),
  ) as [Db, Db];
  const facts = await countRenewed(platform);
  try {
    await subscribe(api, subscriptions, plan.subscribers);
    console.log(
      `renewals of ${String(plan.subscribers)} subscriptions, due at once → charged → ledger → fact read from Kafka`,
    );
    const measure = (cpu: () => Cpu) => renewAll({ subscriptions, ledger, told: () => facts.count(), cpu });
    const one = () => readCpuTime(platform);
    await measure(one);
    report('one scheduler', await runRounds(plan.rounds, () => measure(one)), bench);
    const second = await startSecond(platform);
    const two = () => readCpuTime(platform, { 'second scheduler': second.pid });
    await measure(two);
    report('two schedulers', await runRounds(plan.rounds, () => measure(two)), bench);
    await second.stop();
    await platform.services.subscriptions.stop();
    await reportDue(subscriptions, bench);
    await platform.services.subscriptions.restart();
  } finally {
    await facts.stop();
    await Promise.all([subscriptions.destroy(), ledger.destroy()]);
  }
}

async function runRounds(count: number, measure: () => Promise<Renewals>): Promise<readonly Renewals[]> {
  const results: Renewals[] = [];
  for (let round = 0; round < count; round += 1) results.push(await measure());
  return results;
}

/** The machine does other things too: the rate is that of the round it disturbed least, the CPU that of all. */
function report(name: string, rounds: readonly Renewals[], { figures }: Bench): void {
  const { perSecond, chargedMs, postedMs, toldMs } = rounds.reduce((one, other) =>
    other.perSecond > one.perSecond ? other : one,
  );
  const parts = [`charged after ${seconds(chargedMs)}`, `posted ${seconds(postedMs)}`, `told ${seconds(toldMs)}`];
  console.log(
    `  ${name.padEnd(16)} ${perSecond.toFixed(0)}/s (${parts.join(', ')}; aim: ${String(aimPerSecond)}/s; best of ${String(rounds.length)})`,
  );
  const cpu = meanCpu(rounds.map((round) => round.cpu));
  console.log(`  CPU for one renewal: ${cpuSentence(cpu)}`);
  figures.add(name, '/s', perSecond);
  const each = rounds.map((round) => cpuTotal(round.cpu));
  figures.addCpu(`${name}, CPU of one`, cpu, each);
}

function meanCpu(rounds: readonly Cpu[]): Cpu {
  const mean = (name: string): number => rounds.reduce((sum, cpu) => sum + (cpu[name] ?? 0), 0) / rounds.length;
  return Object.fromEntries(Object.keys(rounds[0] ?? {}).map((name) => [name, mean(name)]));
}

async function reportDue(db: Db, { plan, figures }: Bench): Promise<void> {
  const many = plan.manyRows.subscriptions;
  const { small, large } = await dueLatencies(db, many);
  const sentence = [small, large].map(({ p50Ms, p99Ms }) => `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`);
  const ratio = large.p50Ms / small.p50Ms;
  console.log(
    `  claim of 32 due, 10 thousand | ${String(many)} active: ${sentence.join(' | ')}, ratio ${ratio.toFixed(2)} (aim: at most 1.30)`,
  );
  figures.add('claim of 32 due', 'ratio', ratio);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

/** A plan, and its subscribers, each through the API; `db` is that of subscriptions. */
export async function subscribe(api: Api, db: Db, subscribers: number): Promise<void> {
  const externalId = `bench-${String(Date.now())}`;
  const plan = { externalId, name: 'Plano', price: 5_000, currency: 'BRL', cycle: 'MONTHLY' };
  const { data: product } = await api.post('/v2/products/create', plan);
  const { data: checkout } = await api.post('/v2/subscriptions/create', { items: [{ id: product['id'] }] });
  const pay = async (): Promise<void> => {
    for (let index = 0; index < subscribers / parallelSubscribers; index += 1) {
      await api.post('/v2/subscriptions/checkouts/simulate-payment', { id: checkout['id'] });
    }
  };
  await Promise.all(Array.from({ length: parallelSubscribers }, pay));
  await until('all subscribed', async () => (await count(db, 'subscriptions', { status: 'ACTIVE' })) >= subscribers);
}

interface Sight {
  readonly subscriptions: Db;
  readonly ledger: Db;
  /** Facts of renewals read so far. */
  readonly told: () => number;
  readonly cpu: () => Cpu;
}

/** Makes every subscription due now, whatever its date, and waits for the last of their facts. */
async function renewAll({ subscriptions, ledger, told, cpu }: Sight): Promise<Renewals> {
  const journals = async () => count(ledger, 'journals', { kind: 'charge.captured' });
  const paid = async () => count(subscriptions, 'cycles', { status: 'PAID' });
  const before = { journals: await journals(), paid: await paid(), told: told() };
  const cpuBefore = cpu();
  const start = performance.now();
  const { rowCount } = await subscriptions.raw<{ rowCount: number }>(
    `update subscriptions set run_at = clock_timestamp() where status = 'ACTIVE' and step = 'WAIT'`,
  );
  const since = async (what: string, done: () => Promise<boolean> | boolean): Promise<number> => {
    await until(what, done);
    return performance.now() - start;
  };
  const [chargedMs, postedMs, toldMs] = await Promise.all([
    since('charged', async () => (await paid()) >= before.paid + rowCount),
    since('posted', async () => (await journals()) >= before.journals + rowCount),
    since('told', () => told() >= before.told + rowCount),
  ]);
  return {
    perSecond: (rowCount * 1_000) / Math.max(chargedMs, postedMs, toldMs),
    chargedMs,
    postedMs,
    toldMs,
    cpu: cpuEach(rowCount, cpuBefore, cpu()),
  };
}

async function count(db: Db, table: string, where: Record<string, string>): Promise<number> {
  const [row] = await db(table).where(where).count<{ count: string | number }[]>({ count: '*' });
  return Number(row?.count ?? 0);
}

async function until(what: string, done: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error(`not all renewals were ${what} within ${seconds(timeoutMs)}`);
    // Seldom: counting is work of the same machine.
    await delay(100);
  }
}

/** Reads the facts of renewals as an analyst would, each once. */
async function countRenewed({ wiring }: Platform): Promise<{ count(): number; stop(): Promise<void> }> {
  const log = createLog({ service: 'bench', level: 'error' });
  const messaging = createMessaging({ brokers: [wiring.kafka], clientId: 'bench', prefix: wiring.kafkaPrefix, log });
  const seen = new Set<string>();
  const consumer = await startConsumer({
    messaging,
    group: `bench-${String(systemClock.real().getTime())}`,
    types: ['subscription.renewed'],
    handle: (events) => {
      for (const { id } of events) seen.add(id);
      return Promise.resolve();
    },
    log,
  });
  return { count: () => seen.size, stop: () => consumer.stop() };
}

/** Another process of the service, as a second pod would be; answers its pid and how to stop it. */
async function startSecond({ wiring }: Platform): Promise<{ readonly pid: number; stop(): Promise<void> }> {
  const ports = { ...wiring.ports, subscriptions: { port: await freePort(), opsPort: await freePort() } };
  const folder = await temporaryFolder();
  const second = serviceUnit('subscriptions', { ...wiring, ports }, { logs: folder, pids: folder });
  await second.start();
  return { pid: second.pid() ?? NaN, stop: () => second.stop() };
}
