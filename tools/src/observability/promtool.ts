import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { userError } from '../infra/user-error';
import { cacheDir } from '../workspace';
import { prometheusDir } from './rule-files';

const run = promisify(execFile);

/** Prometheus 3.13.5: modules of Prometheus 3 are numbered v0.3xx. */
const version = 'v0.313.5';
const promtoolPackage = 'github.com/prometheus/prometheus/cmd/promtool';

/** Builds promtool once from the Go module proxy. */
export async function promtool(say: (line: string) => void): Promise<string> {
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
