import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { buildServices, ensureGenerated } from '../build';
import { startTestInfra } from '../infra/test-infra';
import { rootDir, workspaceBin, workspaceEnv } from '../workspace';
import { checks, runCheck } from '../checks';

interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

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
    .option('--seed <n>', 'what the random choices start from; a failure names its seed')
    .action(async ({ rounds, seed }: { rounds: string; seed?: string }) => {
      await ensureGenerated();
      process.env['PROOF_ROUNDS'] = rounds;
      if (seed !== undefined) process.env['PROOF_SEED'] = seed;
      report([
        await onTestInfra((infra) => runJest(infra, [], ['--testPathPatterns', 'proof\\.test', ...propertyTests()])),
      ]);
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
    for (const check of checks) {
      const passed = await runCheck(check);
      tallies.push({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });
    }
  }
  tallies.push(await onTestInfra((infra) => runJest(infra, projects, jestArgs)));
  report(tallies);
}

/** Prints the closing line and sets the exit code by it. */
function report(tallies: readonly Tally[]): void {
  const sum = (key: keyof Tally): number => tallies.reduce((total, tally) => total + tally[key], 0);
  const skipped = sum('skipped') === 0 ? '' : `, ${String(sum('skipped'))} skipped`;
  console.log(`${String(sum('passed'))} passed, ${String(sum('failed'))} failed${skipped}`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
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

async function runJest(infra: string, projects: readonly string[], jestArgs: readonly string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-jest-'));
  const report = join(folder, 'report.json');
  const selection = projects.length === 0 ? [] : ['--selectProjects', ...projects];
  const hasEndToEnd = projects.length === 0 || projects.includes('e2e');
  // One that fails is built again, and fails, in the tests that need it.
  const isBuilt =
    hasEndToEnd &&
    (await buildServices().then(
      () => true,
      () => false,
    ));
  try {
    await runShown(
      workspaceBin('jest'),
      ['-c', 'jest.config.cjs', '--maxWorkers=2', '--json', `--outputFile=${report}`, ...jestArgs, ...selection],
      {
        ...workspaceEnv(),
        PITANGA_TEST_INFRA: infra,
        PITANGA_BUILT: String(isBuilt),
        NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      },
    );
    return tallyOf(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A test file that could not run at all counts as one failed; so does a jest that has left no report. */
function tallyOf(report: string): Tally {
  try {
    const result = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number | boolean>;
    const count = (key: string): number => Number(result[key] ?? 0);
    return {
      passed: count('numPassedTests'),
      failed: count('numFailedTests') + count('numRuntimeErrorTestSuites'),
      skipped: count('numPendingTests') + count('numTodoTests'),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** jest writes its JSON to the file and what people read to standard error, which is shown. */
function runShown(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(command, [...args], { cwd: rootDir, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const end = (): void => {
    child.kill('SIGTERM');
  };
  // A terminal's Ctrl-C reaches jest by itself; this process stays to stop the servers.
  const stay = (): void => undefined;
  process.on('SIGTERM', end);
  process.on('SIGINT', stay);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      process.off('SIGTERM', end);
      process.off('SIGINT', stay);
      resolve();
    });
  });
}
