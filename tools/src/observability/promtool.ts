import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { userError } from '@pitanga/runtime/user-error';
import { cacheDir } from '../workspace';
import { prometheusDir } from './rule-files';

const run = promisify(execFile);

/** Prometheus 3.13.5: modules of Prometheus 3 are numbered v0.3xx. */
const version = 'v0.313.5';
const promtoolPackage = 'github.com/prometheus/prometheus/cmd/promtool';

/** The promtool of PATH when it is one of Prometheus 3; else one that is built once from the Go module proxy. */
export async function promtool(say: (line: string) => void): Promise<string> {
  const installed = installedPromtool(say);
  if (installed !== undefined) return installed;
  const folder = join(cacheDir, `promtool-${version}`);
  const program = join(folder, 'promtool');
  if (existsSync(program)) return program;
  say(`Build ${promtoolPackage}@${version} (some minutes)`);
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, env: { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' } };
  try {
    // In a module of our own: "go install" refuses one whose go.mod has replacements.
    if (!existsSync(join(folder, 'go.mod'))) await run('go', ['mod', 'init', 'promtool-build'], options);
    await run('go', ['get', `${promtoolPackage}@${version}`], options);
    await run('go', ['build', '-trimpath', '-o', program, promtoolPackage], options);
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw userError(`promtool ${version} could not be built:\n${stderr}`, error);
  }
  return program;
}

/** The name of the promtool in a PATH, here that of this process, if there is one of Prometheus 3. */
export function installedPromtool(
  say: (line: string) => void,
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): string | undefined {
  const { stdout, stderr, error } = spawnSync('promtool', ['--version'], { encoding: 'utf8', env });
  if (error !== undefined) return undefined;
  const [, found] = /promtool, version (\d[\w.-]*)/.exec(`${stdout}${stderr}`) ?? [];
  const isUsable = found?.startsWith('3.') === true;
  say(`promtool ${found ?? 'of no version'} is installed${isUsable ? '' : '; the rules are for Prometheus 3'}`);
  return isUsable ? 'promtool' : undefined;
}

/** True when the configuration, the rules and their unit tests are good; promtool says on the console what is not. */
export function checkRules(program: string): boolean {
  const files = (folder: string): string[] =>
    readdirSync(join(prometheusDir, folder)).map((name) => join(prometheusDir, folder, name));
  const commands = [
    ['check', 'config', join(prometheusDir, 'prometheus.yml')],
    ['check', 'rules', '--lint=all', '--lint-fatal', ...files('rules')],
    ['test', 'rules', ...files('tests')],
  ];
  return commands.map((args) => spawnSync(program, args, { stdio: 'inherit' }).status === 0).every(Boolean);
}
