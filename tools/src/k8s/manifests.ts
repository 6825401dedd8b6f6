import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../workspace';

const k8sDir = join(rootDir, 'k8s');
export const chartDir = join(k8sDir, 'helm', 'pitanga');
export const examplesDir = join(k8sDir, 'examples');

/** Read when asked for, not when loaded: every command is loaded in a build of an image, which holds no k8s/. */
export function overlays(): readonly string[] {
  return readdirSync(join(k8sDir, 'overlays')).sort();
}

/** Files of values in the chart that give a whole installation, by its name; the later over the earlier. */
export function chartValues(): ReadonlyMap<string, readonly string[]> {
  const names = readdirSync(join(chartDir, 'values')).map((file) => file.replace(/\.yaml$/, ''));
  const file = (name: string): string => join(chartDir, 'values', `${name}.yaml`);
  // What comes from a restore is production with little more.
  return new Map(names.map((name) => [name, [...(name === 'restored' ? ['production'] : []), name].map(file)]));
}

/** The YAML that `helm install` would send, with the namespace, which it needs beforehand. */
export function renderChart(helm: string, values: readonly string[], options: readonly string[] = []): string {
  const args = ['template', 'pitanga', chartDir, ...chartOptions(values), '--set', 'namespace.create=true', ...options];
  return execFileSync(helm, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** A Helm that is built from its sources knows no version of Kubernetes by itself. */
export function chartOptions(values: readonly string[]): readonly string[] {
  return ['--namespace', 'pitanga', '--kube-version', '1.35', ...values.flatMap((file) => ['--values', file])];
}

/** A program that renders a folder of kustomize. */
export interface Renderer {
  readonly command: string;
  readonly args: readonly string[];
}

/** The YAML that `kubectl apply -k` would send for an overlay. */
export function render(overlay: string, renderer: Renderer): string {
  return renderFolder(join(k8sDir, 'overlays', overlay), renderer);
}

export function renderFolder(folder: string, { command, args }: Renderer): string {
  return execFileSync(command, [...args, folder], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
