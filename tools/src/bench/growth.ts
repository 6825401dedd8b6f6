import { setTimeout as delay } from 'node:timers/promises';
import { toTenant, type Tenant } from '@pitanga/core';
import { connect } from '@pitanga/database';
import { backlogReader, isEmpty, type BacklogReader } from './backlog';
import { median } from './compare';
import { cpuEach, readCpuTime, cpuTotal, type Cpu } from './cpu';
import { createHttpCaller, type HttpCaller } from './http-caller';
import { ids } from './ledger-load';
import { fillHolds, fillJournals, fillStatement } from './ledger-statement';
import { fillLists } from './list-data';
import { percentile } from './load';
import { ms, type Bench } from './section';
import { startReceiver } from './webhooks-load';
import { queueWaiting } from './webhooks-waiting';

/** The section about webhooks numbers those that wait from 1, perhaps on the same platform. */
const afterOthers = 100_000_000;
const aim = 1.3;

/** What one operation took in each round: the middle of its calls, and CPU with everything that follows of it. */
interface Times {
  readonly p50Ms: readonly number[];
  readonly cpuMs: readonly number[];
}
type Measured = ReadonlyMap<string, Times>;

/**
 * The section `growth` of the benchmark: what touches charges, journals, their entries, lines of the statement, holds,
 * deliveries, their bodies and their queue, at some rows and again at ten times as many of other stores. `reads of the store` touch none of them:
 * what they change by is the machine's.
 */
export async function benchGrowth(bench: Bench): Promise<void> {
  const { platform, api, plan, figures } = bench;
  const { rows } = plan.growth;
  const receiver = await startReceiver();
  const backlog = await backlogReader(platform);
  const caller = createHttpCaller(platform.baseUrl, { authorization: `Bearer ${platform.demo.devKey}` });
  try {
    const webhook = { name: 'growth', endpoint: `${receiver.url}/`, events: ['transparent.completed'] };
    await api.post('/v2/webhooks/create', webhook);
    await fill(bench, { first: 1, last: rows, devMode: true });
    const before = await measure(bench, caller, backlog);
    await fill(bench, { first: rows + 1, last: rows * 10, devMode: false });
    const after = await measure(bench, caller, backlog);
    console.log(
      `growth: ${String(rows)} | ${String(rows * 10)} charges, journals, lines of the statement, holds, and deliveries (aim: ratio at most ${aim.toFixed(2)})`,
    );
    report(before, after, figures);
  } finally {
    caller.close();
    receiver.stop();
    await backlog.close();
  }
}

function report(before: Measured, after: Measured, figures: Bench['figures']): void {
  for (const [name, small] of before) {
    const large = after.get(name);
    if (!large) continue;
    const time = computeRatio(small.p50Ms, large.p50Ms);
    const cpu = computeRatio(small.cpuMs, large.cpuMs);
    console.log(
      `  ${name.padEnd(24)} p50 ${ms(median(small.p50Ms))} | ${ms(median(large.p50Ms))}, ratio ${time.ratio.toFixed(2)}; CPU ${median(small.cpuMs).toFixed(2)} | ${median(large.cpuMs).toFixed(2)} ms, ratio ${cpu.ratio.toFixed(2)}`,
    );
    figures.add(`${name}, time`, 'ratio', time.ratio, time.ratios);
    figures.add(`${name}, CPU`, 'ratio', cpu.ratio, cpu.ratios);
  }
}

function computeRatio(
  small: readonly number[],
  large: readonly number[],
): { ratio: number; ratios: readonly number[] } {
  const base = median(small);
  return { ratio: median(large) / base, ratios: large.map((value) => value / base) };
}

/** Rows `first` to `last` of each table, past the API. Charges of the other environment do not meet those there are. */
async function fill(bench: Bench, rows: { first: number; last: number; devMode: boolean }): Promise<void> {
  const { api, platform } = bench;
  const { databaseUrls } = platform.wiring;
  const count = rows.last - rows.first + 1;
  const charge = { method: 'PIX', data: { amount: 12_345, description: 'bench' } };
  const template = String((await api.post('/v2/transparents/create', charge)).data['id']);
  await fillLists(databaseUrls.billing, template, [{ devMode: rows.devMode, count, days: 365 }], new Date());
  const tenant: Tenant = toTenant(ids.next('store', new Date()), true);
  await fillStatement(databaseUrls.ledger, tenant, count);
  await fillJournals(databaseUrls.ledger, tenant, count);
  await fillHolds(databaseUrls.ledger, tenant, count);
  const webhooks = connect({ url: databaseUrls.webhooks, applicationName: 'bench' });
  await queueWaiting(webhooks, afterOthers + rows.last, afterOthers + rows.first);
  await webhooks.destroy();
}

async function measure(bench: Bench, caller: HttpCaller, backlog: BacklogReader): Promise<Measured> {
  const open: string[] = [];
  const get = (path: string) => () => caller.send({ kind: path, method: 'GET', path });
  const create = (): Promise<void> =>
    caller.send({
      kind: 'create',
      method: 'POST',
      path: '/v2/transparents/create',
      body: { method: 'PIX', data: { amount: 12_345, description: 'bench' } },
      then: ({ id }) => open.push(String(id)),
    });
  const pay = (): Promise<void> => {
    const path = `/v2/transparents/simulate-payment?id=${open.shift() ?? ''}`;
    return caller.send({ kind: 'pay', method: 'POST', path, body: {} });
  };
  const payOut = (): Promise<void> => {
    const to = { externalId: ids.next('payout', new Date()), pixKey: 'ana@example.com', pixKeyType: 'EMAIL' };
    return caller.send({ kind: 'pay out', method: 'POST', path: '/v2/payouts/create', body: { amount: 350, ...to } });
  };
  const operations: [string, () => Promise<void>][] = [
    ['reads of the store', get('/v2/store/get')],
    ['charges made', create],
    ['charges read by id', () => get(`/v2/transparents/get?id=${open[0] ?? ''}`)()],
    ['pages of 20 charges', get('/v2/transparents/list?limit=20')],
    ['charges paid and told', pay],
    ['payouts made', payOut],
  ];
  const found = new Map(operations.map(([name]) => [name, { p50Ms: [] as number[], cpuMs: [] as number[] }]));
  // The first round warms up.
  for (let round = 0; round <= bench.plan.growth.rounds; round += 1) {
    for (const [name, call] of operations) {
      const { p50Ms, cpu } = await one(bench, call, backlog);
      if (round === 0) continue;
      found.get(name)?.p50Ms.push(p50Ms);
      found.get(name)?.cpuMs.push(cpuTotal(cpu));
    }
  }
  return found;
}

async function one(
  { platform, plan }: Bench,
  call: () => Promise<void>,
  backlog: BacklogReader,
): Promise<{ readonly p50Ms: number; readonly cpu: Cpu }> {
  const { calls } = plan.growth;
  const times: number[] = [];
  const before = readCpuTime(platform);
  for (let index = 0; index < calls; index += 1) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  while (!isEmpty(await backlog.read())) await delay(100);
  return { p50Ms: percentile(times, 0.5), cpu: cpuEach(calls, before, readCpuTime(platform)) };
}
