import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, rootDir } from '../workspace';
import { overlays, render } from './manifests';
import type { K8sTools } from './tools';

const kubernetesVersions = ['1.35', '1.36', '1.37'] as const;

/** Kinds of operators, which no version of Kubernetes has a schema for. Any other unknown kind is a slip. */
const kindsOfOperators = [
  'postgresql.cnpg.io/v1 Cluster',
  'postgresql.cnpg.io/v1 ScheduledBackup',
  'barmancloud.cnpg.io/v1 ObjectStore',
  'kafka.strimzi.io/v1 Kafka',
  'kafka.strimzi.io/v1 KafkaNodePool',
  'kafka.strimzi.io/v1 KafkaTopic',
  'kafka.strimzi.io/v1 KafkaUser',
  'keda.sh/v1alpha1 ScaledObject',
  'keda.sh/v1alpha1 TriggerAuthentication',
  'cert-manager.io/v1 Certificate',
  'cert-manager.io/v1 Issuer',
  'monitoring.coreos.com/v1 PodMonitor',
  'monitoring.coreos.com/v1 PrometheusRule',
] as const;

export interface Finding {
  readonly check: string;
  /** Empty when it passed. */
  readonly problems: readonly string[];
}

/** Renders every overlay, validates it against three versions of Kubernetes, and lints the sources. */
export function checkManifests(tools: K8sTools): readonly Finding[] {
  const folder = join(cacheDir, 'k8s-rendered');
  mkdirSync(folder, { recursive: true });
  const files = overlays().map((overlay) => {
    const file = join(folder, `${overlay}.yaml`);
    writeFileSync(file, render(overlay, { command: tools.kustomize, args: ['build'] }));
    return file;
  });
  return [
    ...kubernetesVersions.map((version) => ({
      check: `schemas of Kubernetes ${version}`,
      problems: schemaProblems(tools, version, files),
    })),
    { check: 'yamllint', problems: lint(tools.python('yamllint'), ['--strict', 'k8s', 'compose.yaml']) },
    { check: 'hadolint', problems: lint(tools.python('hadolint'), ['Dockerfile']) },
  ];
}

/**
 * Every line of the validator must be one that says "passed" or one about a kind of an operator, and there must be
 * some: a validator that could not run is a problem too.
 */
function schemaProblems(tools: K8sTools, version: string, files: readonly string[]): readonly string[] {
  const { stdout, stderr } = output(tools.python('kubernetes-validate'), ['--strict', '-k', version, ...files]);
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '');
  const unknown = /Couldn't find schema for kind (\S+) with api version (\S+) /;
  const problems = lines.filter((line) => {
    const [, kind, apiVersion] = unknown.exec(line) ?? [];
    if (kind !== undefined) return !kindsOfOperators.some((known) => known === `${apiVersion ?? ''} ${kind}`);
    return !/^INFO .* passed for resource /.test(line.trim());
  });
  return lines.length === 0 ? ['the validator has printed nothing'] : problems;
}

function lint(program: string, args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = output(program, args);
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
}

function output(program: string, args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr, error } = spawnSync(program, [...args], { cwd: rootDir, encoding: 'utf8' });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}
