import { Command, InvalidArgumentError } from 'commander';
import { runProgram } from '@pitanga/runtime';
import { seconds as secondsSince } from '../console';
import { checkDocuments } from '../security/api-documents/documents-check';
import {
  auditPackages,
  checkInstallScripts,
  checkLicences,
  writeBillOfMaterials,
} from '../security/packages/packages-checks';
import type { Outcome, SecurityCheck } from '../security/security-check';
import { runSecurityTests } from '../security/tests-check';

interface Options {
  readonly only?: readonly string[];
  readonly seconds: string;
  readonly seed: string;
}

function listChecks({ seconds, seed }: Options): readonly SecurityCheck[] {
  return [
    { name: 'licences', about: 'licences of production', run: checkLicences },
    { name: 'scripts', about: 'programs at an installation', run: checkInstallScripts },
    { name: 'sbom', about: 'bill of materials', run: writeBillOfMaterials },
    { name: 'audit', about: 'known weaknesses', run: auditPackages },
    {
      name: 'access',
      about: 'every route and permission, store, environment and role',
      run: () => runSecurityTests(['role-matrix', 'access-matrix']),
    },
    { name: 'secrets', about: 'secrets where they must not be', run: () => runSecurityTests(['planted-secrets']) },
    {
      name: 'documents',
      about: 'answers that the API documents do not know',
      run: () => checkDocuments({ seconds: Number(seconds), seed }),
    },
  ];
}

const names = listChecks({ seconds: '0', seed: '0' }).map(({ name }) => name);

const program = new Command('npm run security --')
  .description('the checks of docs/security.md that are no tests, and the tests that belong to them')
  .option('--only <checks>', `some of ${names.join(', ')}, with commas between`, parseNames)
  .option('--seconds <n>', 'how long requests are drawn from the document of v2', '180')
  .option('--seed <n>', 'what drawn requests start from; a finding names its seed', '1')
  .action(security);

function parseNames(text: string): readonly string[] {
  const asked = text.split(',');
  if (asked.some((name) => !names.includes(name))) throw new InvalidArgumentError(`There is ${names.join(', ')}.`);
  return asked;
}

async function security(options: Options): Promise<void> {
  const counts: Record<Outcome['kind'], number> = { passed: 0, failed: 0, 'not run': 0 };
  for (const check of listChecks(options)) {
    const { name, about } = check;
    if (options.only !== undefined && !options.only.includes(name)) continue;
    const startedAt = performance.now();
    const outcome = await check.run();
    counts[outcome.kind] += 1;
    console.log(`${name} (${about}): ${said(outcome)} (${secondsSince(startedAt)})`);
  }
  const { passed, failed, 'not run': notRun } = counts;
  console.log(`${String(passed)} passed, ${String(failed)} failed${notRun === 0 ? '' : `, ${String(notRun)} not run`}`);
  // What was not run is not shown to hold.
  process.exitCode = failed > 0 ? 1 : notRun > 0 ? 2 : 0;
}

function said(outcome: Outcome): string {
  if (outcome.kind === 'passed') return `passed, ${outcome.facts}`;
  if (outcome.kind === 'not run') return `not run: needs ${outcome.needs}`;
  return `failed\n${outcome.faults.join('\n')}\n`;
}

runProgram(() => program.parseAsync());
