import { spawnSync } from 'node:child_process';
import { lookAtMachine, missing, obstacles, type Needs, type Place } from '../../bin/preflight.cjs';
import { userError } from '@pitanga/runtime/user-error';

const servers: Needs = { kafka: true, redis: true };

/** Commands that start servers; the others look for what they need themselves. */
const needsOfCommands: Readonly<Record<string, (args: readonly string[]) => Needs>> = {
  test: (args) => ({ ...serversOfTests(), pythonClient: !args.includes('--only') }),
  proof: serversOfTests,
  bench: () => servers,
  chaos: () => servers,
  compat: () => servers,
  'test-infra': () => servers,
};

function serversOfTests(): Needs {
  return process.env.PITANGA_TEST_INFRA ? {} : servers;
}

/**
 * Tells at once all that a command of tools/bin/run.cjs will miss, before it builds for minutes.
 * @throws a user error with a line for each missing program.
 */
export function refuseWithoutNeeds([name = '', ...args]: readonly string[]): void {
  const needs = needsOfCommands[name]?.(args);
  if (needs === undefined) return;
  refuse(name, missing(needs, lookAtMachine(needs)));
}

/** The same for a start, with what is in the way where it is to run. */
export async function refuseStart(place: Place): Promise<void> {
  const { KAFKA_BROKERS: kafka, REDIS_URL: redis } = process.env;
  const needs = { kafka: kafka === undefined, redis: redis === undefined };
  const programs = missing(needs, lookAtMachine(needs, place.dataDir));
  const lines = [...programs, ...(await obstacles(place))];
  refuse('start', programs.length === 0 ? lines : [...lines, dockerHint()]);
}

function refuse(name: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  throw userError([`Before npm run ${name}, see to this:`, ...lines].join('\n  '));
}

function dockerHint(): string {
  const hint = spawnSync('docker', ['--version']).status === 0 ? 'Docker is here and' : 'Docker';
  return `${hint} would do instead: docker build --target trial -t pitanga-trial . (README.md)`;
}
