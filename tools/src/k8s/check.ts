import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { cacheDir, rootDir } from '../workspace';
import { customResourceCheck, kindText, type Manifest, type Schemas } from './custom-resources';
import { scoreFindings, scoreProblems } from './kube-score';
import { chartDir, chartOptions, chartValues, examplesDir, overlays, render, renderChart } from './manifests';
import type { K8sTools } from './tools';

const kubernetesVersions = ['1.35', '1.36', '1.37'] as const;

export interface Finding {
  readonly check: string;
  /** Empty when it passed. */
  readonly problems: readonly string[];
  /** How much was checked, where that can be too little. */
  readonly extent?: string;
}

/** Of examples, for what others run: no package that can be fetched is about these alone. */
const unchecked = [
  'argoproj.io/v1alpha1 Application',
  'external-secrets.io/v1 ExternalSecret',
  'external-secrets.io/v1 SecretStore',
];

/** Overlays, the chart with each of its values files, and examples; production is left in a file for kube-score. */
function renderAll(tools: K8sTools, folder: string): readonly Manifest[] {
  mkdirSync(folder, { recursive: true });
  const ofOverlays = overlays().map((overlay) => {
    const yaml = render(overlay, { command: tools.kustomize, args: ['build'] });
    writeFileSync(join(folder, `${overlay}.yaml`), yaml);
    return yaml;
  });
  const ofChart = [...chartValues().values()].map((values) => renderChart(tools.helm, values));
  const examples = readdirSync(examplesDir).map((file) => readFileSync(join(examplesDir, file), 'utf8'));
  return [...ofOverlays, ...ofChart, ...examples]
    .flatMap((yaml) => parseAllDocuments(yaml).map((document) => document.toJS() as Manifest | null))
    .filter((manifest) => manifest !== null)
    .filter((manifest) => !unchecked.includes(kindText(manifest)));
}

/**
 * Renders every overlay and the chart, validates each object against three versions of Kubernetes or the definition of its
 * operator, scores production, and lints the sources.
 */
export function checkManifests(tools: K8sTools, schemas: Schemas): readonly Finding[] {
  const folder = join(cacheDir, 'k8s-rendered');
  const all = renderAll(tools, folder);
  const ofOperators = all.filter((manifest) => schemas[kindText(manifest)] !== undefined);
  const ofKubernetes = all.filter((manifest) => schemas[kindText(manifest)] === undefined);
  // Once each: most objects of an overlay are those of the others, too.
  const distinct = [...new Set(ofKubernetes.map((manifest) => JSON.stringify(manifest)))];
  const file = join(folder, 'of-kubernetes.yaml');
  writeFileSync(file, distinct.join('\n---\n'));
  const validated = (version: string): string => {
    const { stdout, stderr } = output(tools.python('kubernetes-validate'), ['--strict', '-k', version, file]);
    return `${stdout}${stderr}`;
  };
  return [
    ...kubernetesVersions.map((version) => ({
      check: `schemas of Kubernetes ${version}`,
      problems: validatorProblems(validated(version), distinct.length),
      extent: `${ofKubernetes.length} of ${all.length} objects`,
    })),
    {
      check: 'schemas of custom resources',
      problems: [...new Set(ofOperators.flatMap(customResourceCheck(schemas)))],
      extent: `the other ${ofOperators.length}: ${byKind(ofOperators)}`,
    },
    { check: 'kube-score of production', problems: scored(tools, join(folder, 'production.yaml')) },
    { check: 'yamllint', problems: lint(tools.python('yamllint'), ['--strict', 'k8s', 'compose.yaml']) },
    ...[...chartValues()].map(([name, values]) => ({
      check: `helm lint with the values of ${name}`,
      problems: lint(tools.helm, ['lint', '--strict', '--quiet', chartDir, ...chartOptions(values)]),
    })),
    { check: 'hadolint', problems: lint(tools.python('hadolint'), ['Dockerfile']) },
  ];
}

/**
 * What is wrong by what kubernetes-validate has printed: every line but those that say "passed", of which there must be
 * as many as objects. A kind without a schema is a problem, and so is a validator that could not run.
 */
export function validatorProblems(printed: string, objects: number): readonly string[] {
  const lines = printed.split('\n').filter((line) => line.trim() !== '');
  const problems = lines.filter((line) => !/^INFO .* passed for resource /.test(line));
  const passed = lines.length - problems.length;
  return problems.length > 0 || passed === objects ? problems : [`${passed} objects have passed, not ${objects}`];
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
  const { stdout, stderr } = output(kubeScore, args);
  return stdout === '' ? ['kube-score has found no manifest', stderr] : scoreProblems(scoreFindings(stdout));
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
