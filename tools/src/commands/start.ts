import { join, relative, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { consoleProgress, seconds } from '../console';
import { perService } from '@pitanga/operations/services';
import { userError } from '@pitanga/runtime/user-error';
import { refuseStart } from './needs';
import { startPlatform, type Platform } from '../platform/platform';
import { openSampleShop } from '../sample-data/sample-shop';
import { untilStopped } from '../signals';
import { openCollector } from '../traces/collector';
import { openSpanFile } from '../traces/span-file';
import { defaultDataDir } from '../workspace';

interface StartOptions {
  readonly port: number;
  readonly data: string;
  readonly sampleData: boolean;
  readonly traces: boolean;
  readonly trial: boolean;
}

export function registerStart(program: Command): void {
  program
    .command('start')
    .description('run the whole platform on this machine until Ctrl-C')
    .option('-p, --port <number>', 'port of the API', parsePort, 8080)
    .option('--data <folder>', 'where data, keys and logs are kept', defaultDataDir)
    .option('--sample-data', 'fill the test environment with four months of business, once; takes minutes', false)
    .option('--traces', 'keep the spans of every request, which npm run traces shows', false)
    .option('--trial', 'say first that this is for trials only, as the image of a whole platform does', false)
    .action(start);
}

const trialNotice =
  'For trials only: one container without backups, open to all who reach its port. docs/deploy.md has what serves for more.';

async function start({ port, data, sampleData, traces, trial }: StartOptions): Promise<void> {
  if (trial) console.log(trialNotice);
  const startedAt = performance.now();
  const dataDir = resolve(data);
  await refuseStart({ port, dataDir });
  const interrupted = new AbortController();
  const stopped = untilStopped();
  void stopped.then((signal) => {
    interrupted.abort(userError(`Stopped by ${signal} while starting.`));
  });

  const collector = traces ? await openCollector(openSpanFile(dataDir)) : undefined;
  const platform = await startPlatform({
    dataDir,
    port,
    prefix: process.env.KAFKA_PREFIX ?? '',
    infra: givenInfra(),
    ...(collector && { env: perService(() => collector.settings) }),
    progress: consoleProgress(),
    signal: interrupted.signal,
    onEvent: (line) => {
      console.log(line);
    },
  });
  const shop = await openSampleShop({ platform, dataDir, isWanted: sampleData, progress: consoleProgress() }).catch(
    async (error: unknown) => {
      await platform.stop();
      throw error;
    },
  );
  console.log(summary(platform, dataDir, seconds(startedAt), traces));
  await stopped;
  console.log('\nStopping the services, then Kafka, Redis and PostgreSQL (Ctrl-C again to force)');
  const stoppingAt = performance.now();
  await shop?.close();
  await platform.stop();
  console.log(`Stopped: ${seconds(stoppingAt)}. The data is kept in ${fromHere(dataDir)}.`);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new InvalidArgumentError('It should be 1 to 65535.');
  return port;
}

function givenInfra(): { redis?: string; kafka?: string } {
  const { REDIS_URL: redis, KAFKA_BROKERS: kafka } = process.env;
  return { ...(redis === undefined ? {} : { redis }), ...(kafka === undefined ? {} : { kafka }) };
}

function summary({ baseUrl, demo, logs }: Platform, dataDir: string, took: string, traces: boolean): string {
  const { dashboard } = demo;
  const rows: readonly (readonly [string, string])[] = [
    ['API', baseUrl],
    ['Documentation', `${baseUrl}/docs`],
    ...(dashboard
      ? ([
          ['Dashboard', dashboard.url],
          ['  e-mail', dashboard.email],
          ['  password', dashboard.password],
        ] as const)
      : []),
    ['Demo store, dev key', demo.devKey],
    ['  read-only dev key', demo.readOnlyKey],
    ['  public key', demo.publicKey],
    ['  production key', demo.prodKey],
    ['Keys and addresses', fromHere(join(dataDir, 'demo.json'))],
    ['Logs', fromHere(logs)],
    ...(traces ? [['Traces', 'npm run traces -- <X-Request-Id of an answer>'] as const] : []),
  ];
  const table = rows.map(([name, value]) => `  ${name.padEnd(22)}${value}`).join('\n');
  return `\nPitanga is ready after ${took}. Ctrl-C stops it.\n\n${table}\n`;
}

function fromHere(path: string): string {
  const seen = relative(process.cwd(), path);
  return seen === '' || seen.startsWith('..') ? path : seen;
}
