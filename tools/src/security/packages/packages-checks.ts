import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { distDir, rootDir } from '../../workspace';
import { toOutcome, type Outcome } from '../security-check';
import { onDemandDir } from '../../on-demand';
import { allowedScripts, installScriptFaults } from './install-scripts';
import { licenceFaults, productionPackages } from './licences';
import { lockedPackages } from './lock-file';

const run = promisify(execFile);
const outputMax = 64 * 1024 * 1024;

/** The same that tools/test/packages.test.ts holds in every run of the tests. */
export function checkLicences(): Promise<Outcome> {
  const packages = lockedPackages(rootDir);
  const count = Object.keys(productionPackages(packages)).length;
  return Promise.resolve(toOutcome(licenceFaults(packages), `${String(count)} packages of production`));
}

export function checkInstallScripts(): Promise<Outcome> {
  const sets = [rootDir, onDemandDir].map((folder) => ({ decisions: allowedScripts(folder), folder }));
  const decisions = sets.flatMap((set) => Object.values(set.decisions));
  const runs = decisions.filter(Boolean).length;
  const facts = `${String(runs)} packages may run a program, ${String(decisions.length - runs)} never do`;
  const faults = sets.flatMap((set) => installScriptFaults(lockedPackages(set.folder), set.decisions));
  return Promise.resolve(toOutcome(faults, facts));
}

/** Writes what production is made of, as CycloneDX 1.5. */
export async function writeBillOfMaterials(): Promise<Outcome> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
  const { stdout } = await run('npm', args, { cwd: rootDir, maxBuffer: outputMax });
  const { bomFormat, components } = JSON.parse(stdout) as {
    readonly bomFormat: string;
    readonly components: readonly { readonly name: string; readonly purl?: string }[];
  };
  const file = join(distDir, 'pitanga.cdx.json');
  mkdirSync(distDir, { recursive: true });
  writeFileSync(file, stdout);
  const withoutAddress = components.filter(({ purl }) => purl === undefined).map(({ name }) => `${name} has no purl`);
  const faults = bomFormat === 'CycloneDX' ? withoutAddress : [`npm sbom wrote ${bomFormat}`];
  return toOutcome(faults, `${String(components.length)} components in ${relative(rootDir, file)}`);
}

interface AuditReport {
  readonly error?: object;
  readonly statusCode?: number;
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
}

/** Weaknesses that the registry knows of; a registry that answers no such question leaves the check not run. */
export async function auditPackages(): Promise<Outcome> {
  const report = JSON.parse(await auditText()) as AuditReport;
  if (report.vulnerabilities === undefined) return { kind: 'not run', needs: 'a registry that answers `npm audit`' };
  const faults = Object.entries(report.vulnerabilities).map(([name, it]) => `${name} ${it.range}: ${it.severity}`);
  return toOutcome(faults, 'no known weakness');
}

/** npm ends with 1 where it has found something, and where it could not ask. */
async function auditText(): Promise<string> {
  try {
    const { stdout } = await run('npm', ['audit', '--omit', 'dev', '--json'], { cwd: rootDir, maxBuffer: outputMax });
    return stdout;
  } catch (error) {
    const { stdout } = error as { readonly stdout?: string };
    return stdout === undefined || stdout === '' ? '{}' : stdout;
  }
}
