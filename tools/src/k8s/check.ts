import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { cacheDir, rootDir } from '../workspace';
import { customResourceCheck, kindOf, type Manifest, type Schemas } from './custom-resources';
import { scoreFindings, scoreProblems } from './kube-score';
import { overlays, render } from './manifests';
import type { K8sTools } from './tools';

const kubernetesVersions = ['1.35', '1.36', '1.37'] as const;

export interface Finding {
  readonly check: string;
  /** Empty when it passed. */
  readonly problems: readonly string[];
  /** How much was checked, where that can be too little. */
  readonly extent?: string;
}

/**
 * Renders every overlay, validates each object against three versions of Kubernetes or the definition of its operator,
 * scores production, and lints the sources.
 */
export function checkManifests(tools: K8sTools, schemas: Schemas): readonly Finding[] {
  const folder = join(cacheDir, 'k8s-rendered');
  mkdirSync(folder, { recursive: true });
  const rendered = overlays().map((overlay) => {
    const yaml = render(overlay, { command: tools.kustomize, args: ['build'] });
    const file = join(folder, `${overlay}.yaml`);
    writeFileSync(file, yaml);
    return { overlay, file, manifests: parseAllDocuments(yaml).map((document) => document.toJS() as Manifest) };
  });
  const isOfOperator = (manifest: Manifest): boolean => schemas[kindOf(manifest)] !== undefined;
  const all = rendered.flatMap(({ manifests }) => manifests);
  const ofOperators = all.filter(isOfOperator);
  const count = { own: all.length - ofOperators.length, custom: ofOperators.length };
  const files = rendered.map(({ file }) => file);
  return [
    ...kubernetesVersions.map((version) => ({
      check: `schemas of Kubernetes ${version}`,
      problems: schemaProblems({ tools, version, files, schemas, expected: count.own }),
      extent: `${count.own} of ${all.length} objects`,
    })),
    {
      check: 'schemas of custom resources',
      problems: ofOperators.flatMap(customResourceCheck(schemas)),
      extent: `the other ${count.custom}: ${byKind(ofOperators)}`,
    },
    { check: 'kube-score of production', problems: scored(tools, join(folder, 'production.yaml')) },
    { check: 'yamllint', problems: lint(tools.python('yamllint'), ['--strict', 'k8s', 'compose.yaml']) },
    { check: 'hadolint', problems: lint(tools.python('hadolint'), ['Dockerfile']) },
  ];
}

/**
 * Every line of the validator must be one that says "passed" or one about a custom resource, and as many objects must
 * have passed as there are: an object of a kind that nobody has a schema of is a problem, and so is a validator that
 * could not run.
 */
function schemaProblems(of: {
  readonly tools: K8sTools;
  readonly version: string;
  readonly files: readonly string[];
  readonly schemas: Schemas;
  /** How many objects are of Kubernetes itself. */
  readonly expected: number;
}): readonly string[] {
  const program = of.tools.python('kubernetes-validate');
  const { stdout, stderr } = output(program, ['--strict', '-k', of.version, ...of.files]);
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '');
  const passed = lines.filter((line) => /^INFO .* passed for resource /.test(line.trim()));
  const unknown = /Couldn't find schema for kind (\S+) with api version (\S+) /;
  const problems = lines.filter((line) => {
    const [, kind = '', apiVersion = ''] = unknown.exec(line) ?? [];
    return !passed.includes(line) && of.schemas[`${apiVersion} ${kind}`] === undefined;
  });
  if (problems.length > 0 || passed.length === of.expected) return problems;
  return [`${passed.length} objects have passed, not ${of.expected}`];
}

/** How many there are of each kind. */
function byKind(manifests: readonly Manifest[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of manifests) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

/** It ends with 1 for what it finds, too: whether it ran is whether its answer can be read. */
function scored({ kubeScore }: K8sTools, file: string): readonly string[] {
  const args = ['score', '--output-format', 'json', '--kubernetes-version', `v${kubernetesVersions[0]}`, file];
  return scoreProblems(scoreFindings(output(kubeScore, args).stdout));
}

function lint(program: string, args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = output(program, args);
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
}

function output(program: string, args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr, error } = spawnSync(program, [...args], {
    cwd: rootDir,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}
