import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder, useAlone } from './cached-folder';
import { run, runWell } from './run';

const requirements = join(__dirname, 'requirements.txt');
export const clientFolder = join(__dirname, '../../../../sdk/python');

/** The programs of a virtual environment with the Python client as the installation at `url` serves it. */
export interface Python {
  /** The path of a program: `python`, `mypy`, `go`, … */
  readonly program: (name: string) => string;
  /** Lets other tests have it: the environment is one for all, and each installs the client of its platform there. */
  release(): void;
}

/** Throws where there is no Python 3.10 or newer: what needs it is tested or fails, and is never passed over. */
export async function pythonWithClient(url: string): Promise<Python> {
  const version = await systemVersion();
  const release = await useAlone('python');
  try {
    return { program: await programsWithClient(url, version), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** The programs of the environment without the client, Go among them. */
export async function programsOfLanguages(): Promise<Python['program']> {
  const version = await systemVersion();
  const release = await useAlone('python');
  try {
    return await programsIn(version);
  } finally {
    release();
  }
}

async function programsIn(version: string): Promise<Python['program']> {
  const lists = [requirements, join(clientFolder, 'test/requirements.txt')].map((file) => readFileSync(file, 'utf8'));
  const folder = await cachedFolder('python', [version, ...lists], async (venv) => {
    await runWell('python3', ['-m', 'venv', venv]);
    await runWell(join(venv, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '-r', requirements]);
  });
  return (name) => join(folder, 'bin', name);
}

async function programsWithClient(url: string, version: string): Promise<Python['program']> {
  const program = await programsIn(version);
  // Without the cache of pip, which would take an earlier package from the same address.
  const options = ['--quiet', '--no-cache-dir', '--no-deps', '--force-reinstall', '--no-build-isolation'];
  const address = `${url}/docs/packages/pitanga-pay.tar.gz`;
  await runWell(program('python'), ['-m', 'pip', 'install', ...options, '--check-build-dependencies', address]);
  return program;
}

async function systemVersion(): Promise<string> {
  const { code, stdout } = await run('python3', ['--version']).catch(() => ({ code: 1, stdout: '' }));
  const [, major = 0, minor = 0] = /^Python (\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? [];
  if (code === 0 && (major > 3 || (major === 3 && minor >= 10))) return stdout.trim();
  throw new Error(
    `The Python client is tested with Python 3.10 or newer, but python3 is ${stdout.trim() || 'not installed'}.`,
  );
}
