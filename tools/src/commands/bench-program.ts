import { partialDeepStrictEqual } from 'node:assert';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { Client } from 'pg';
import { compareReports, describeChange, isRegression } from '../bench/compare';
import { createFigures, buildReport, type Figures, type Report } from '../bench/figures';
import { benchGrowth } from '../bench/growth';
import { benchIdle } from '../bench/idle';
import { benchLatency } from '../bench/latency';
import { benchLedger } from '../bench/ledger';
import { benchLists } from '../bench/lists';
import { benchMixed } from '../bench/mixed';
import { benchNeighbours } from '../bench/neighbours';
import { fullPlan, shortPlan, type Plan } from '../bench/plan';
import { benchRenewals } from '../bench/renewals';
import { createApi, type Bench } from '../bench/section';
import { benchSplits } from '../bench/splits';
import { benchCreation, benchReads } from '../bench/throughput';
import { benchWebhooks } from '../bench/webhooks';
import { runProgram } from '@pitanga/runtime';
import { userError } from '@pitanga/runtime/user-error';
import { temporaryFolder } from '../infra/temporary';
import { startPlatform, type Platform } from '../platform/platform';

/** In the order of running: the first on a platform without a backlog, lists before what fills their table. */
const sections = {
  idle: benchIdle,
  latency: benchLatency,
  lists: benchLists,
  creation: benchCreation,
  reads: benchReads,
  renewals: benchRenewals,
  ledger: benchLedger,
  webhooks: benchWebhooks,
  mixed: benchMixed,
  neighbours: benchNeighbours,
  growth: benchGrowth,
  splits: benchSplits,
};
type Section = keyof typeof sections;
const sectionNames = Object.keys(sections) as Section[];

interface Options {
  readonly only?: readonly Section[];
  readonly short?: true;
  readonly seconds?: number;
  readonly rounds?: number;
  readonly minutes?: number;
  readonly json?: string;
  readonly compare?: string;
}

const program = new Command('npm run bench --')
  .description(`measure ${sectionNames.join(', ')}, each with the CPU of one by process`)
  .option('--only <sections>', `some of ${sectionNames.join(', ')}, with commas between`, parseSections)
  .option('--short', 'every section with few rows and short rounds, in less than three minutes')
  .option('--seconds <n>', 'length of one round (default: 4)', parsePositive)
  .option('--rounds <n>', 'interleaved rounds of creation and reads, bursts of renewals (default: 3)', parsePositive)
  .option('--minutes <n>', 'how long the mixed load is held (default: 10)', parsePositive)
  .option('--json <file>', 'write every figure with the machine, versions and revision')
  .option(
    '--compare <file>',
    'compare with what --json wrote earlier; exit 1 when a share, ratio or CPU is worse by more than its noise',
  )
  .action(bench);

function parseSections(text: string): readonly Section[] {
  const asked = text.split(',');
  const unknown = asked.filter((name) => !(sectionNames as readonly string[]).includes(name));
  if (unknown.length > 0) throw new InvalidArgumentError(`There is ${sectionNames.join(', ')}.`);
  return sectionNames.filter((name) => asked.includes(name));
}

function parsePositive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It is a number above 0.');
  return value;
}

async function bench({ only = sectionNames, short, json, compare, seconds, rounds, minutes }: Options): Promise<void> {
  const base = short ? shortPlan : fullPlan;
  const plan = {
    ...base,
    seconds: seconds ?? base.seconds,
    rounds: rounds ?? base.rounds,
    mixedSeconds: minutes === undefined ? base.mixedSeconds : minutes * 60,
  };
  const earlier = compare === undefined ? undefined : readReport(compare, plan);
  const figures = createFigures();
  const postgres = await measure(only, plan, figures);
  const report = buildReport(plan, postgres, figures);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, undefined, 2)}\n`);
  if (earlier && !isAsGood(earlier, report)) process.exitCode = 1;
}

/** Answers the version of PostgreSQL. */
async function measure(only: readonly Section[], plan: Plan, figures: Figures): Promise<string> {
  console.log('Starting a platform for the benchmark');
  // A folder given makes the servers durable (fsync on), as in `npm start`.
  const dataDir = await temporaryFolder();
  const platform = await startPlatform({ dataDir });
  try {
    const bench: Bench = { platform, api: createApi(platform), plan, figures };
    for (const name of only) {
      const startedAt = performance.now();
      await sections[name]({ ...bench, figures: figures.of(name) });
      console.log(`  (${name} took ${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
    }
    return await postgresVersion(platform);
  } finally {
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function postgresVersion({ wiring }: Platform): Promise<string> {
  const client = new Client({ connectionString: wiring.databaseUrls.billing });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return rows[0]?.server_version ?? 'unknown';
}

/** @throws a user error for a report of another plan, whose figures mean something else */
function readReport(file: string, plan: Plan): Report {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  try {
    // An earlier commit may have had sizes of sections that are gone.
    partialDeepStrictEqual(report.plan, plan);
  } catch (error) {
    throw userError(`${file} was measured with other sizes: repeat it with the options that it had.`, error);
  }
  return report;
}

/** Prints every figure that both have. */
function isAsGood(earlier: Report, now: Report): boolean {
  const changes = compareReports(earlier, now);
  console.log(`compared with ${earlier.revision.slice(0, 8)} of ${earlier.at}`);
  for (const change of changes) console.log(`  ${describeChange(change)}`);
  if (changes.length === 0) throw userError('The two runs have no section in common.');
  const worse = changes.filter(isRegression).length;
  console.log(`${String(worse)} of ${String(changes.length)} figures are worse by more than their noise`);
  return worse === 0;
}

runProgram(() => program.parseAsync());
