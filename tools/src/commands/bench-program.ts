import { rmSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { cpuOf, cpuSentence } from '../bench/cpu';
import { benchIdle } from '../bench/idle';
import { confirmationToWebhook, type Api } from '../bench/latency';
import { benchLedger } from '../bench/ledger';
import { listLatencies } from '../bench/lists';
import { benchRenewals } from '../bench/renewals';
import { measureCreation, measureReads, type Plan, type Throughput } from '../bench/throughput';
import { benchWebhooks } from '../bench/webhooks';
import { isUserError } from '../infra/user-error';
import { temporaryFolder } from '../infra/temporary';
import { startPlatform, type Platform } from '../platform/platform';

const connections = 16;

/** In the order of running: the first on a platform without a backlog, lists before what fills their table. */
const sections = {
  idle: benchIdle,
  latency: confirmation,
  lists,
  creation,
  reads,
  renewals: benchRenewals,
  ledger: benchLedger,
  webhooks: benchWebhooks,
};
type Section = keyof typeof sections;
const sectionNames = Object.keys(sections) as Section[];

const program = new Command('npm run bench --')
  .description(
    'measure an idle platform, confirmation to webhook, lists, charge creation, reads by id, renewals, the ledger and webhooks',
  )
  .option('--only <sections>', `some of ${sectionNames.join(', ')}, with commas between`, parseSections, sectionNames)
  .option('--seconds <n>', 'length of one round of creation and reads', '4')
  .option('--rounds <n>', 'interleaved rounds of creation and reads', '3')
  .action(async ({ only, seconds, rounds }: { only: readonly Section[]; seconds: string; rounds: string }) => {
    await bench(only, { connections, seconds: Number(seconds), rounds: Number(rounds) });
  });

function parseSections(text: string): readonly Section[] {
  const asked = text.split(',');
  const unknown = asked.filter((name) => !(sectionNames as readonly string[]).includes(name));
  if (unknown.length > 0) throw new InvalidArgumentError(`There is ${sectionNames.join(', ')}.`);
  return sectionNames.filter((name) => asked.includes(name));
}

async function bench(only: readonly Section[], plan: Plan): Promise<void> {
  console.log('Starting a platform for the benchmark');
  // A folder given makes the servers durable (fsync on), as in `npm start`.
  const dataDir = await temporaryFolder();
  const platform = await startPlatform({ dataDir });
  try {
    for (const name of only) await sections[name](platform, apiOf(platform), plan);
  } finally {
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function apiOf({ baseUrl, demo }: Platform): Api {
  return {
    post: async (path, body, key = demo.devKey) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as { data: Record<string, unknown> };
    },
  };
}

async function confirmation(platform: Platform, api: Api): Promise<void> {
  const { samples, cpu, ...times } = await confirmationToWebhook(api, () => cpuOf(platform), 50, 20);
  console.log(
    `confirmation to webhook received, 50 payments/s: p50 ${ms(times.p50Ms)}, p99 ${ms(times.p99Ms)}, max ${ms(times.maxMs)} (${samples} payments; aim: p99 under 250 ms)`,
  );
  console.log(`  CPU for one payment: ${cpuSentence(cpu)}`);
}

async function lists(platform: Platform, api: Api): Promise<void> {
  console.log('lists of transparent charges, 1 thousand | 1 million of one store (aim: ratio at most 1.30)');
  const template = async (): Promise<string> => {
    const charge = { method: 'PIX', data: { amount: 12_345, description: 'bench' } };
    return String((await api.post('/v2/transparents/create', charge)).data['id']);
  };
  const readCpu = () => cpuOf(platform);
  for (const { name, records, small, large, ratio, cpu } of await listLatencies(platform.demo, readCpu, template)) {
    const figures = [small, large].map(({ p50Ms, p99Ms }) => `p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}`).join(' | ');
    console.log(`  ${`${name} (${records})`.padEnd(40)} ${figures}, ratio ${ratio.toFixed(2)}`);
    console.log(`    CPU for one page: ${cpuSentence(cpu)}`);
  }
}

async function creation(platform: Platform, api: Api, plan: Plan): Promise<void> {
  for (const result of await measureCreation(platform, api, plan)) report(result);
}

async function reads(platform: Platform, api: Api, plan: Plan): Promise<void> {
  for (const result of await measureReads(platform, api, plan)) report(result);
}

function report({ name, ours, ceiling, ratio, cpu, aim }: Throughput): void {
  const figures = ({ requestsPerSecond, p50Ms, p99Ms }: Throughput['ours']): string =>
    `${requestsPerSecond.toFixed(0)}/s, p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}`;
  console.log(`${name}, ${connections} connections: ${figures(ours)}`);
  console.log(`  ceiling beside it: ${figures(ceiling)}`);
  console.log(`  ratio ${percent(ratio)}${aim === undefined ? '' : ` (aim: at least ${percent(aim)})`}`);
  console.log(`  CPU for one: ${cpuSentence(cpu)}`);
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

program.parseAsync().then(
  // Exits even when a library keeps a timer or a socket.
  () => process.exit(),
  (error: unknown) => {
    console.error(isUserError(error) ? error.message : error);
    process.exit(1);
  },
);
