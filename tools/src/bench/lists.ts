import { saoPauloDay } from '@pitanga/core';
import { median } from './compare';
import { cpuEach, readCpuTime, cpuSentence, cpuTotal, type Cpu } from './cpu';
import type { Demo } from '../platform/state';
import { createdAt, fillLists, forgetCharges, rareCount, type ListOf } from './list-data';
import { percentile } from './load';
import type { Plan } from './plan';
import { ms, type Bench } from './section';

/** The two environments of the demo store: tenants apart, in the same tables. */
const small: ListOf = { devMode: true, count: 1_000, days: 10 };
const largeDays = 365;

const warmUps = 5;

interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface ListLatency {
  readonly name: string;
  readonly records: number;
  readonly small: Latency;
  readonly large: Latency;
  /** Of the medians: the large list to the small one. */
  readonly ratio: number;
  /** The same of every quarter of the requests. */
  readonly ratios: readonly number[];
}

/** The section `lists` of the benchmark. */
export async function benchLists({ platform, api, plan, figures }: Bench): Promise<void> {
  console.log(
    `lists of transparent charges, ${String(small.count)} | ${String(plan.manyRows.charges)} of one store (aim: ratio at most 1.30)`,
  );
  const template = async (): Promise<string> => {
    const charge = { method: 'PIX', data: { amount: 12_345, description: 'bench' } };
    return String((await api.post('/v2/transparents/create', charge)).data['id']);
  };
  const results = await listLatencies(platform.demo, () => readCpuTime(platform), plan, template);
  for (const { cpu, ...latency } of results) {
    const { name, records, small, large, ratio, ratios } = latency;
    const sentence = [small, large].map(({ p50Ms, p99Ms }) => `p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}`).join(' | ');
    console.log(`  ${`${name} (${records})`.padEnd(40)} ${sentence}, ratio ${ratio.toFixed(2)}`);
    console.log(`    CPU for one page: ${cpuSentence(cpu)}`);
    figures.add(name, 'ratio', ratio, ratios);
    figures.add(`${name}, p50`, 'ms', large.p50Ms);
    if (cpuTotal(cpu) > 0) figures.addCpu(`${name}, CPU of one`, cpu);
  }
}

/**
 * Pages of transparent charges through HTTP, one request at a time, of a small list and of a large one by turns. Both answer the same number of records: a rare filter matches as many in each.
 * @param readCpu CPU by process
 * @param template creates the Pix charge that the others are made like.
 */
async function listLatencies(
  demo: Demo,
  readCpu: () => Cpu,
  { manyRows, pageSamples }: Plan,
  template: () => Promise<string>,
): Promise<readonly (ListLatency & { readonly cpu: Cpu })[]> {
  const large: ListOf = { devMode: false, count: manyRows.charges, days: largeDays };
  const databaseUrl = demo.infra.postgres.billing;
  const now = new Date();
  await forgetCharges(databaseUrl);
  await fillLists(databaseUrl, await template(), [small, large], now);
  const results: (ListLatency & { readonly cpu: Cpu })[] = [];
  for (const { name, query } of cases(now)) {
    const [ofSmall, ofLarge] = [await page(demo, small, query), await page(demo, large, query)];
    const before = readCpu();
    const latency = await byTurns(ofSmall, ofLarge, pageSamples);
    // One more of each list to compare them.
    const pages = 2 * (1 + warmUps + pageSamples);
    results.push({ name, ...latency, cpu: cpuEach(pages, before, readCpu()) });
  }
  await forgetCharges(databaseUrl);
  return results;
}

type Query = (list: ListOf, findId: (number: number) => Promise<string>) => string | Promise<string>;

function cases(now: Date): readonly { readonly name: string; readonly query: Query }[] {
  const after =
    (limit: number, place: (list: ListOf) => number): Query =>
    async (list, idOf) =>
      `limit=${String(limit)}&after=${await idOf(place(list))}`;
  const middle = (list: ListOf): number => list.count / 2;
  return [
    { name: 'page 1 of 100', query: () => 'limit=100' },
    { name: 'page 1 of 20', query: () => 'limit=20' },
    { name: 'the middle page of 100', query: after(100, middle) },
    { name: 'the same backwards', query: async (list, idOf) => `limit=100&before=${await idOf(middle(list))}` },
    // Of the million: page 10,000 and page 50,000.
    { name: 'the last page of 100', query: after(100, (list) => list.count - 100) },
    { name: 'the last page of 20', query: after(20, (list) => list.count - 20) },
    { name: 'status=PAID, most charges', query: () => 'limit=100&status=PAID' },
    { name: `status=PENDING, ${String(rareCount)} charges`, query: () => 'limit=100&status=PENDING' },
    { name: 'status=REFUNDED, no charge', query: () => 'limit=100&status=REFUNDED' },
    { name: `method=BOLETO, ${String(rareCount)} charges`, query: () => 'limit=100&method=BOLETO' },
    { name: 'externalId, 1 charge', query: (list) => `limit=100&externalId=order-${String(middle(list))}` },
    {
      name: 'one day in the middle',
      query: (list) => {
        const day = saoPauloDay(createdAt(list, middle(list), now));
        return `limit=20&startDate=${day}&endDate=${day}`;
      },
    },
  ];
}

/** A request for the page; answers how many records it holds. */
type Page = () => Promise<number>;

async function page({ baseUrl, devKey, prodKey }: Demo, list: ListOf, query: Query): Promise<Page> {
  const headers = { authorization: `Bearer ${list.devMode ? devKey : prodKey}` };
  const get = async (search: string): Promise<readonly { readonly id: string }[]> => {
    const response = await fetch(`${baseUrl}/v2/transparents/list?${search}`, { headers });
    if (!response.ok) throw new Error(`${search} answered ${String(response.status)}: ${await response.text()}`);
    return ((await response.json()) as { data: { id: string }[] }).data;
  };
  const findId = async (number: number): Promise<string> => {
    const [charge] = await get(`externalId=order-${String(number)}`);
    if (!charge) throw new Error(`the list has no charge ${String(number)}`);
    return charge.id;
  };
  const search = await query(list, findId);
  return async () => (await get(search)).length;
}

export async function byTurns(ofSmall: Page, ofLarge: Page, samples: number): Promise<Omit<ListLatency, 'name'>> {
  const [records, same] = [await ofSmall(), await ofLarge()];
  if (records !== same)
    throw new Error(`${String(records)} records of the small list and ${String(same)} of the large`);
  const times: { small: number; large: number }[] = [];
  for (let round = 0; round < warmUps + samples; round += 1) {
    times.push({ small: await timed(ofSmall), large: await timed(ofLarge) });
  }
  const latency = (all: readonly number[]): Latency => ({
    p50Ms: percentile(all, 0.5),
    p99Ms: percentile(all, 0.99),
  });
  const measured = times.slice(warmUps);
  const [small, large] = [latency(measured.map((time) => time.small)), latency(measured.map((time) => time.large))];
  const quarter = measured.length / 4;
  const ratios = [0, 1, 2, 3].map((index) => {
    const part = measured.slice(index * quarter, (index + 1) * quarter);
    return median(part.map((time) => time.large)) / median(part.map((time) => time.small));
  });
  return { records, small, large, ratio: large.p50Ms / small.p50Ms, ratios };
}

async function timed(page: Page): Promise<number> {
  const start = performance.now();
  await page();
  return performance.now() - start;
}
