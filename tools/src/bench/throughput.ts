import type { Platform } from '../platform/platform';
import { startCeiling } from './ceiling';
import { readCpuTime, cpuSentence } from './cpu';
import { compare, type Comparison, type Load, type Target } from './load';
import type { Plan } from './plan';
import { ms, percent, type Api, type Bench } from './section';

interface Throughput extends Comparison {
  readonly name: string;
  /** The share of the ceiling we want at least, where the ceiling does the same work. */
  readonly aim?: number;
}

const json = { 'content-type': 'application/json' };

/** The section `creation` of the benchmark. */
export async function benchCreation(bench: Bench): Promise<void> {
  for (const result of await measureCreation(bench.platform, bench.api, bench.plan)) report(result, bench);
}

/** The section `reads` of the benchmark. */
export async function benchReads(bench: Bench): Promise<void> {
  for (const result of await measureReads(bench.platform, bench.api, bench.plan)) report(result, bench);
}

function report(result: Throughput, { plan, figures }: Bench): void {
  const { name, ours, ceiling, ratio, cpu, aim } = result;
  const sentence = ({ requestsPerSecond, p50Ms, p99Ms }: Load): string =>
    `${requestsPerSecond.toFixed(0)}/s, p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}`;
  console.log(`${name}, ${plan.connections} connections: ${sentence(ours)}`);
  console.log(`  ceiling beside it: ${sentence(ceiling)}`);
  console.log(`  ratio ${percent(ratio)}${aim === undefined ? '' : ` (aim: at least ${percent(aim)})`}`);
  console.log(`  CPU for one: ${cpuSentence(cpu)}`);
  figures.add(name, '/s', ours.requestsPerSecond);
  figures.add(`${name}, p99`, 'ms', ours.p99Ms);
  figures.add(`${name}, of its ceiling`, 'share', ratio, result.ratios);
  figures.addCpu(`${name}, CPU of one`, cpu, result.cpus);
}

/**
 * Creation by every method, each beside the same ceiling: one gRPC call, one committed row and one QR picture, which is
 * what a Pix charge needs. A boleto also has its codes, a card a reservation and two transactions.
 */
async function measureCreation(platform: Platform, api: Api, plan: Plan): Promise<readonly Throughput[]> {
  const amount = { amount: 12_345, description: 'bench' };
  const customer = { name: 'Ana Souza', email: 'ana@example.com', taxId: '52998224725', cellphone: '(11) 98765-4321' };
  const bodies = [
    { method: 'PIX', aim: 0.75, data: amount },
    { method: 'BOLETO', aim: 0.6, data: { ...amount, customer } },
    { method: 'CARD', aim: 0.4, data: { ...amount, cardToken: await savedCard(platform, api) } },
  ];
  return besideCeiling(platform, async (ceilingUrl) => {
    const bare: Target = {
      url: `${ceilingUrl}/create`,
      method: 'POST',
      headers: json,
      body: JSON.stringify({ amount: 12_345 }),
    };
    const results: Throughput[] = [];
    for (const { method, data, ...rest } of bodies) {
      const ours: Target = {
        url: `${platform.baseUrl}/v2/transparents/create`,
        method: 'POST',
        // As in production, where a card that is approved waits for nothing.
        headers: { ...json, ...bearer(platform.demo.devKey), prefer: 'respond-async' },
        body: JSON.stringify({ method, data }),
      };
      results.push({
        name: `${method} charge creation`,
        ...rest,
        ...(await compare(ours, bare, plan, () => readCpuTime(platform))),
      });
    }
    return results;
  });
}

async function measureReads(platform: Platform, api: Api, plan: Plan): Promise<readonly Throughput[]> {
  const customer = await api.post('/v2/customers/create', { email: 'ana@example.com', name: 'Ana' });
  return besideCeiling(platform, async (ceilingUrl) => {
    const ours: Target = {
      url: `${platform.baseUrl}/v2/customers/get?id=${String(customer.data['id'])}`,
      method: 'GET',
      headers: bearer(platform.demo.devKey),
    };
    const bare: Target = { url: `${ceilingUrl}/get?id=cust_1`, method: 'GET', headers: {} };
    return [
      { name: 'authenticated read by id', aim: 0.6, ...(await compare(ours, bare, plan, () => readCpuTime(platform))) },
    ];
  });
}

async function besideCeiling<T>(platform: Platform, measure: (ceilingUrl: string) => Promise<T>): Promise<T> {
  const ceiling = await startCeiling(platform.demo.infra.postgres.billing);
  try {
    return await measure(ceiling.url);
  } finally {
    ceiling.stop();
  }
}

/** A card that can be charged again and again; the token of a browser is good for one charge. */
async function savedCard(platform: Platform, api: Api): Promise<unknown> {
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2035, cvv: '123', holderName: 'ANA SOUZA' };
  const token = await api.post('/v2/card-tokens', card, platform.demo.publicKey);
  const data = { amount: 12_345, cardToken: token.data['id'] };
  return (await api.post('/v2/transparents/create', { method: 'CARD', data })).data['cardToken'];
}

function bearer(key: string): { authorization: string } {
  return { authorization: `Bearer ${key}` };
}
