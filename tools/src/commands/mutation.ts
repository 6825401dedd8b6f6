import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { ensureGenerated } from '../build';
import { userError } from '@pitanga/runtime/user-error';
import { installOnDemand, onDemandBin } from '../on-demand';
import { cacheDir, rootDir, toolsDir, workspaceEnv } from '../workspace';

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** `npm run mutation`: minutes a project, so it is part of no other command. */
export function registerMutation(program: Command): void {
  program
    .command('mutation')
    .description('mutate the pure domain and run its unit tests; exits with 1 when a score is under its threshold')
    .option('--only <projects...>', 'only these projects')
    .action(mutation);
}

async function mutation({ only }: { only?: readonly string[] }): Promise<void> {
  const projects = Object.keys(JSON.parse(readFileSync(join(toolsDir, 'mutation/projects.json'), 'utf8')) as object);
  const unknown = only?.find((name) => !projects.includes(name));
  if (unknown !== undefined) throw userError(`There is no project "${unknown}". There are: ${projects.join(', ')}.`);
  await ensureGenerated();
  installOnDemand();
  for (const name of only ?? projects) {
    const isGood = await runStryker(name);
    console.log(`${name}: ${readScore(name)}${isGood ? '' : ', under its threshold'}`);
    if (!isGood) process.exitCode = 1;
  }
}

function runStryker(name: string): Promise<boolean> {
  const child = spawn(onDemandBin('stryker'), ['run', 'tools/mutation/stryker.config.mjs'], {
    cwd: rootDir,
    env: { ...workspaceEnv(), MUTATION_PROJECT: name },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code === 0);
    });
  });
}

/** Killed of all mutants, those that no test reaches included. */
function readScore(name: string): string {
  const report = JSON.parse(readFileSync(join(cacheDir, 'mutation', `${name}.json`), 'utf8')) as Report;
  const statuses = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...wanted: string[]): number => statuses.filter((status) => wanted.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  const total = killed + count('Survived', 'NoCoverage');
  return `${((100 * killed) / total).toFixed(1)} % (${String(killed)} of ${String(total)})`;
}
