import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { ensureGenerated } from '../build';
import { runChecks } from '../checks';
import { startTestInfra } from '../infra/test-infra';
import { sumOf, type Tally } from '../jest/outcome';
import { runJest } from '../jest/run';
import { rootDir } from '../workspace';

export function registerTest(program: Command): void {
  program
    .command('test')
    .description('run every check and test on servers of its own; ends with "N passed, N failed"')
    .option('--only <projects...>', 'only the tests of these projects, without the checks')
    .option('--tests', 'only the tests, without the checks')
    .argument('[jest...]', 'passed on to jest')
    .allowUnknownOption()
    .action(test);
}

/** `npm run proof`: what npm test runs short, in full: the tests named *.proof.test.ts and those of properties. */
export function registerProof(program: Command): void {
  program
    .command('proof')
    .description('run the long forms of the proofs')
    .option('--rounds <n>', 'rounds of each proof', '25')
    .option('--only <name>', 'only the proofs whose file has this in its name')
    .option('--seed <n>', 'what the random choices start from; a failure names its seed')
    .action(async ({ rounds, seed, only }: { rounds: string; seed?: string; only?: string }) => {
      await ensureGenerated();
      process.env['PROOF_ROUNDS'] = rounds;
      if (seed !== undefined) process.env['PROOF_SEED'] = seed;
      const files = only === undefined ? ['proof\\.test', ...propertyTests()] : [`${only}.*proof\\.test`];
      report([await onTestInfra((infra) => runJest({ infra, projects: [], args: ['--testPathPatterns', ...files] }))]);
    });
}

/** The files that draw their cases (tools/jest/fast-check.cjs). */
function propertyTests(): string[] {
  return globSync('{apps,libs}/*/{src,test}/**/*.test.ts', { cwd: rootDir }).filter((file) =>
    readFileSync(join(rootDir, file), 'utf8').includes(`from 'fast-check'`),
  );
}

async function test(jestArgs: string[], options: { only?: string[]; tests?: boolean }): Promise<void> {
  await ensureGenerated();
  const projects = options.only?.flatMap((names) => names.split(',')) ?? [];
  const tallies: Tally[] = [];
  if (projects.length === 0 && options.tests !== true) {
    for (const passed of await runChecks())
      tallies.push({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });
  }
  tallies.push(await onTestInfra((infra) => runJest({ infra, projects, args: jestArgs })));
  report(tallies);
}

/** Prints the closing line and sets the exit code by it. */
function report(tallies: readonly Tally[]): void {
  const { passed, failed, skipped } = sumOf(tallies);
  console.log(
    `${String(passed)} passed, ${String(failed)} failed${skipped === 0 ? '' : `, ${String(skipped)} skipped`}`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Uses the servers PITANGA_TEST_INFRA names, else starts and stops its own. */
async function onTestInfra(work: (infra: string) => Promise<Tally>): Promise<Tally> {
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
