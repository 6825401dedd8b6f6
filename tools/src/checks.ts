import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { seconds } from './console';
import { rootDir, workspaceBin, workspaceEnv } from './workspace';

interface Check {
  readonly name: string;
  /** A program of node_modules/.bin. */
  readonly program: string;
  readonly args: readonly string[];
}

/** What `npm test` and `npm run check` verify before the tests; each counts as one. */
const checks: readonly Check[] = [
  {
    name: 'format',
    program: 'prettier',
    args: ['--check', '--cache', '--cache-strategy', 'content', '--log-level', 'warn', '.'],
  },
  { name: 'protos', program: 'buf', args: ['lint'] },
  { name: 'protos keep compatible', program: 'buf', args: ['breaking', '--against', 'proto/baseline.binpb'] },
  { name: 'folders', program: 'tsx', args: ['tools/src/commands/folders-program.ts'] },
  { name: 'unused code', program: 'knip', args: ['--no-progress'] },
  { name: 'links and citations', program: 'tsx', args: ['tools/src/commands/citations-program.ts'] },
  { name: 'licences', program: 'tsx', args: ['tools/src/commands/licences-program.ts'] },
  { name: 'commit subjects', program: 'tsx', args: ['tools/src/commands/commits-program.ts'] },
];

/** The same by nx, which keeps the outcome until an input of the target changes: names by target. */
const targets: Readonly<Record<string, string>> = {
  // Both of all projects at once: a process for each takes longer to start than to check.
  'tools:types-workspace': 'types',
  'tools:lint-workspace': 'lint',
  'dashboard:size': 'size of the dashboard',
  'sdk-typescript:size': 'size of the SDK',
  'cli:size': 'size of the command line',
  'docs:check': 'documentation',
};

/** Whose programs npm ci leaves out: they are installed when they run. */
const slowTargets: Readonly<Record<string, string>> = { 'tools:api-lint': 'API documents' };

/** Runs all checks, those of nx beside the others, and answers which of them passed. */
export async function runChecks(): Promise<boolean[]> {
  return (await Promise.all([runTargets(targets), runInTurn(checks)])).flat();
}

/** What npm test leaves out for its time, like slow tests. */
export function runSlowChecks(): Promise<boolean[]> {
  return runTargets(slowTargets);
}

/** Runs the targets in one process of nx and prints a line for each, with all that nx said when one fails. */
async function runTargets(wanted: Readonly<Record<string, string>>): Promise<boolean[]> {
  const startedAt = performance.now();
  const names = [...new Set(Object.keys(wanted).map((target) => target.split(':')[1] ?? ''))];
  const args = ['run-many', `--targets=${names.join(',')}`, '--output-style=static'];
  const { passed, output } = await run(workspaceBin('nx'), args);
  const ended = passed ? new Set(Object.keys(wanted)) : passedTargets(output);
  for (const [target, name] of Object.entries(wanted)) console.log(`${name}: ${ended.has(target) ? 'ok' : 'failed'}`);
  console.log(`checks of nx: ${seconds(startedAt)}`);
  if (!passed) console.log(output);
  return Object.keys(wanted).map((target) => ended.has(target));
}

/** Of a run in which some failed; one whose dependency failed has not run. */
export function passedTargets(output: string): ReadonlySet<string> {
  const text = stripVTControlCharacters(output);
  const failed = new Set(text.match(/(?<=^ *- )\S+:\S+$/gm));
  return new Set((text.match(/(?<=^> nx run )\S+/gm) ?? []).filter((target) => !failed.has(target)));
}

async function runInTurn(lane: readonly Check[]): Promise<boolean[]> {
  const passed: boolean[] = [];
  for (const check of lane) passed.push(await runCheck(check));
  return passed;
}

/** Runs one check and prints one line, with the output when it fails or says what it could not check. */
async function runCheck({ name, program, args }: Check): Promise<boolean> {
  const startedAt = performance.now();
  const { passed, output } = await run(workspaceBin(program), args);
  console.log(`${name}: ${passed ? 'ok' : 'failed'} (${seconds(startedAt)})`);
  if (!passed || output.startsWith('not checked')) console.log(output);
  return passed;
}

function run(command: string, args: readonly string[]): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], { cwd: rootDir, env: workspaceEnv(), stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    const collect = (chunk: Buffer): void => {
      chunks.push(chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => {
      resolve({ passed: false, output: error.message });
    });
    child.once('close', (code) => {
      resolve({ passed: code === 0, output: Buffer.concat(chunks).toString('utf8').trimEnd() });
    });
  });
}
