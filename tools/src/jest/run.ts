import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildPlatform } from '../build';
import type { InfraAddresses } from '../infra/infra';
import { rootDir, workspaceBin, workspaceEnv } from '../workspace';
import { filesToRunAgain, toOutcomes, sumTallies, withSecondRun } from './outcome';
import type { FileOutcome, JestReport, Tally } from './outcome';
import { hostPlatform } from './shared-platform';

export interface JestRun {
  /** Addresses of the servers, as PITANGA_TEST_INFRA. */
  readonly infra: string;
  /** Only the tests of these; none: of all. */
  readonly projects: readonly string[];
  readonly args: readonly string[];
  /** All tests run: files that failed beside others have a second run (docs/adr/0020). */
  readonly isWhole?: boolean;
}

/** One more than cores, because a worker often waits for services; few, because each may have a platform of its own. */
const workers = Math.min(availableParallelism() + 1, 4);

/** Runs tests, prints what jest prints, and answers how many passed and failed. */
export async function runJest(run: JestRun): Promise<Tally> {
  const { infra, projects } = run;
  const hasEndToEnd = projects.length === 0 || projects.includes('e2e');
  // Read where a platform starts, which may be here or in a test.
  process.env.PITANGA_BUILT = String(hasEndToEnd && (await isBuilt()));
  const platform = await hostPlatform(JSON.parse(infra) as InfraAddresses);
  try {
    return await runOn(run, platform.address);
  } finally {
    await platform.stop();
  }
}

async function runOn({ infra, projects, args, isWhole = false }: JestRun, platform: string): Promise<Tally> {
  const env = {
    ...workspaceEnv(),
    PITANGA_TEST_INFRA: infra,
    PITANGA_TEST_PLATFORM: platform,
  };
  const selection = projects.length === 0 ? [] : ['--selectProjects', ...projects];
  const first = await outcomes([`--maxWorkers=${String(workers)}`, ...args, ...selection], env);
  if (first === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return sumTallies(isWhole ? await withoutNeighbours(first, env) : first);
}

/** Gives files that failed beside others one run alone, and prints which they are (docs/adr/0020). */
async function withoutNeighbours(first: readonly FileOutcome[], env: NodeJS.ProcessEnv): Promise<FileOutcome[]> {
  const files = filesToRunAgain(first);
  if (files.length === 0) return [...first];
  console.error('What failed above runs once more, alone.');
  const second = (await outcomes(['--runInBand', '--runTestsByPath', ...files], env)) ?? [];
  for (const { file, failed } of second) {
    const end = failed === 0 ? 'passed alone: it is unsteady, which is a defect' : 'failed alone too';
    console.log(`${relative(rootDir, file)}: failed beside the others, ${end}`);
  }
  return withSecondRun(first, second);
}

/** A build that fails is made again, and fails, in the tests that need it. */
function isBuilt(): Promise<boolean> {
  return buildPlatform().then(
    () => true,
    () => false,
  );
}

/** Undefined when jest has left no report. */
async function outcomes(args: readonly string[], env: NodeJS.ProcessEnv): Promise<FileOutcome[] | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-jest-'));
  const report = join(folder, 'report.json');
  try {
    await runShown(workspaceBin('jest'), ['-c', 'jest.config.cjs', '--json', `--outputFile=${report}`, ...args], env);
    return existsSync(report) ? toOutcomes(JSON.parse(readFileSync(report, 'utf8')) as JestReport) : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** jest writes its JSON to the file and what people read to standard error. What tests write goes there, too. */
function runShown(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(command, [...args], { cwd: rootDir, env, stdio: ['ignore', process.stderr, 'inherit'] });
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
