import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { startCeiling } from '../bench/ceiling';
import { confirmationToWebhook, type Api } from '../bench/latency';
import { compare, type Comparison, type Target } from '../bench/load';
import { startPlatform, type Platform } from '../platform/platform';

const connections = 16;

/** `npm run bench`: starts a platform of its own and prints figures and their ratios to a ceiling of the same run. */
export function registerBench(program: Command): void {
  program
    .command('bench')
    .description('measure charge creation, reads by id and confirmation to webhook')
    .option('--seconds <n>', 'length of one round', '6')
    .option('--rounds <n>', 'interleaved rounds', '3')
    .action(async (options: { seconds: string; rounds: string }) => {
      await bench(Number(options.seconds), Number(options.rounds));
    });
}

async function bench(seconds: number, rounds: number): Promise<void> {
  console.log('Starting a platform for the benchmark');
  // A folder given makes the servers durable (fsync on), as in `npm start`.
  const dataDir = mkdtempSync(join(tmpdir(), 'pitanga-bench-'));
  const platform = await startPlatform({ dataDir });
  try {
    await measure(platform, { connections, seconds, rounds });
  } finally {
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Plan {
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
}

async function measure(platform: Platform, plan: Plan): Promise<void> {
  const headers = { authorization: `Bearer ${platform.demo.devKey}`, 'content-type': 'application/json' };
  const api: Api = {
    post: async (path, body) => {
      const response = await fetch(platform.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as { data: Record<string, unknown> };
    },
  };
  // First, on a platform without a backlog.
  const latency = await confirmationToWebhook(api, 50, 20);
  console.log(
    `confirmation to webhook received, 50 payments/s: p50 ${latency.p50Ms.toFixed(1)} ms, p99 ${latency.p99Ms.toFixed(1)} ms, max ${latency.maxMs.toFixed(1)} ms (${latency.samples} payments; aim: p99 under 250 ms)`,
  );

  const ceiling = await startCeiling(platform.demo.infra.postgres.billing);
  try {
    const json = { 'content-type': 'application/json' };
    const create: Target = {
      url: `${platform.baseUrl}/v2/transparents/create`,
      method: 'POST',
      headers,
      body: JSON.stringify({ method: 'PIX', data: { amount: 12_345, description: 'bench' } }),
    };
    const bareCreate: Target = {
      url: `${ceiling.url}/create`,
      method: 'POST',
      headers: json,
      body: JSON.stringify({ amount: 12_345 }),
    };
    report('Pix charge creation', await compare(create, bareCreate, plan), 0.5);

    const customer = await api.post('/v2/customers/create', { email: 'ana@example.com', name: 'Ana' });
    const { authorization } = headers;
    const read: Target = {
      url: `${platform.baseUrl}/v2/customers/get?id=${String(customer.data['id'])}`,
      method: 'GET',
      headers: { authorization },
    };
    const bareRead: Target = { url: `${ceiling.url}/get?id=cust_1`, method: 'GET', headers: {} };
    report('authenticated read by id', await compare(read, bareRead, plan), 0.6);
  } finally {
    ceiling.stop();
  }
}

function report(what: string, { ours, ceiling, ratio }: Comparison, aim: number): void {
  const figures = ({ requestsPerSecond, p50Ms, p99Ms }: Comparison['ours']): string =>
    `${requestsPerSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  console.log(`${what}, ${connections} connections: ${figures(ours)}`);
  console.log(`  ceiling beside it: ${figures(ceiling)}`);
  console.log(`  ratio ${(ratio * 100).toFixed(0)} % (aim: at least ${(aim * 100).toFixed(0)} %)`);
}
