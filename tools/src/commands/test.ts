import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { ensureGenerated } from '../build';
import { runChecks, runSlowChecks } from '../checks';
import { startTestInfra } from '../infra/test-infra';
import { sumTallies, type Tally } from '../jest/outcome';
import { planRuns, runOfSlowTests, slowTests, type PlannedRun } from '../jest/plan';
import { runJest } from '../jest/run';
import { rootDir } from '../workspace';

export function registerTest(program: Command): void {
  program
    .command('test')
    .description('run every check and test on servers of its own; ends with "N passed, N failed"')
    .option('--only <projects...>', 'only the tests of these projects, without the checks')
    .option('--tests', 'only the tests, without the checks')
    .option('--slow', 'the slow tests, too, of what the other options and arguments leave: together what guards main')
    .argument('[jest...]', 'passed on to jest')
    .allowUnknownOption()
    .action(test);
}

/**
 * `npm run proof`: the slow tests, which npm test leaves out for their time (*.slow.*.test.ts), and the long forms of what
 * it runs short (*.proof.test.ts and properties); `--short`: the slow tests alone, in their short form.
 */
export function registerProof(program: Command): void {
  program
    .command('proof')
    .description('run the slow tests, and the long forms of the proofs')
    .option('--short', 'the slow tests in their short form: what CI runs after npm test')
    .option('--rounds <n>', 'rounds of each proof', '25')
    .option('--only <name>', 'only the proofs and slow tests whose file has this in its name')
    .option(
      '--calls <text>',
      'of the crashes at calls to providers those alone whose row has one of these in its name (A|B)',
    )
    .option('--seed <n>', 'what the random choices start from; a failure names its seed')
    .action(async (options: ProofOptions) => {
      await ensureGenerated();
      const tallies = options.only === undefined ? [countChecks(await runSlowChecks())] : [];
      report([...tallies, await onTestInfra((infra) => runProofs(infra, options))]);
    });
}

interface ProofOptions {
  readonly short?: boolean;
  readonly rounds: string;
  readonly seed?: string;
  readonly only?: string;
  readonly calls?: string;
}

function runProofs(infra: string, { short = false, rounds, seed, only, calls }: ProofOptions): Promise<Tally> {
  if (calls !== undefined) process.env['PROOF_CALLS'] = calls;
  if (seed !== undefined) process.env['PROOF_SEED'] = seed;
  if (short) return runPlanned(infra, runOfSlowTests([], only));
  process.env['PROOF_ROUNDS'] = rounds;
  const files =
    only === undefined ? ['proof\\.test', slowTests, ...propertyTests()] : [`${only}.*(proof|slow\\.\\w+)\\.test`];
  return runPlanned(infra, { projects: [], args: ['--testPathPatterns', ...files], slow: true });
}

function runPlanned(infra: string, { slow, ...run }: PlannedRun): Promise<Tally> {
  // Read by jest.config.cjs.
  if (slow) process.env['PITANGA_SLOW_TESTS'] = 'true';
  return runJest({ infra, ...run });
}

/** The files that draw their cases (tools/jest/fast-check.cjs). */
function propertyTests(): string[] {
  return globSync('{apps,libs}/*/{src,test}/**/*.test.ts', { cwd: rootDir }).filter((file) =>
    readFileSync(join(rootDir, file), 'utf8').includes(`from 'fast-check'`),
  );
}

async function test(
  args: string[],
  { only, tests = false, slow = false }: { only?: string[]; tests?: boolean; slow?: boolean },
): Promise<void> {
  await ensureGenerated();
  const projects = only?.flatMap((names) => names.split(',')) ?? [];
  const hasChecks = projects.length === 0 && !tests;
  const tallies: Tally[] = [];
  if (hasChecks) tallies.push(countChecks(await runChecks()));
  await onTestInfra(async (infra) => {
    const [first, ...later] = planRuns({ projects, args, slow });
    tallies.push(await runPlanned(infra, first));
    if (hasChecks && slow) tallies.push(countChecks(await runSlowChecks()));
    for (const run of later) tallies.push(await runPlanned(infra, run));
  });
  report(tallies);
}

function countChecks(checks: readonly boolean[]): Tally {
  const passed = checks.filter(Boolean).length;
  return { passed, failed: checks.length - passed, skipped: 0 };
}

/** Prints the closing line and sets the exit code by it. */
function report(tallies: readonly Tally[]): void {
  const { passed, failed, skipped } = sumTallies(tallies);
  console.log(
    `${String(passed)} passed, ${String(failed)} failed${skipped === 0 ? '' : `, ${String(skipped)} skipped`}`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Uses the servers PITANGA_TEST_INFRA names, else starts and stops its own. */
async function onTestInfra<T>(work: (infra: string) => Promise<T>): Promise<T> {
  const given = process.env.PITANGA_TEST_INFRA;
  if (given !== undefined && given !== '') return work(given);
  const infra = await startTestInfra((line) => {
    console.error(line);
  });
  try {
    return await work(JSON.stringify(infra.addresses));
  } finally {
    await infra.stop();
  }
}
