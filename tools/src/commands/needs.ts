import { spawnSync } from 'node:child_process';
import { lookAtMachine, missingPrograms, type Needs } from '../infra/needed-programs';
import { userError } from '@pitanga/runtime/user-error';

const servers: Needs = { kafka: true, redis: true };

/** Commands that start servers; the others look for what they need themselves. */
const needsOfCommands: Readonly<Record<string, (args: readonly string[]) => Needs>> = {
  start: () => ({ kafka: process.env.KAFKA_BROKERS === undefined, redis: process.env.REDIS_URL === undefined }),
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
  const needs = needsOfCommands[name]?.(args) ?? {};
  const missing = missingPrograms(needs, lookAtMachine(needs));
  if (missing.length === 0) return;
  const lines = missing.map((line) => `  ${line}`);
  if (name === 'start') lines.push(dockerHint());
  throw userError([`npm run ${name} needs more than this machine has:`, ...lines].join('\n'));
}

function dockerHint(): string {
  const hint = spawnSync('docker', ['--version']).status === 0 ? 'Docker is here and' : 'Docker';
  return `${hint} would do instead: npm run compose:secrets && docker compose up --build`;
}
