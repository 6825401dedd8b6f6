import { spawn } from 'node:child_process';
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
  // Both of all projects at once: a process for each takes longer to start than to check.
  { name: 'types', program: 'nx', args: ['run', 'tools:types', '--output-style=static'] },
  { name: 'lint', program: 'nx', args: ['run', 'tools:lint', '--output-style=static'] },
  { name: 'size of the dashboard', program: 'nx', args: ['run', 'dashboard:size', '--output-style=static'] },
  { name: 'size of the SDK', program: 'nx', args: ['run', 'sdk-typescript:size', '--output-style=static'] },
  { name: 'size of the command line', program: 'nx', args: ['run', 'cli:size', '--output-style=static'] },
  { name: 'documentation', program: 'nx', args: ['run', 'docs:check', '--output-style=static'] },
  { name: 'protos', program: 'buf', args: ['lint'] },
  { name: 'protos keep compatible', program: 'buf', args: ['breaking', '--against', 'proto/baseline.binpb'] },
  { name: 'API documents', program: 'nx', args: ['run', 'tools:api-lint', '--output-style=static'] },
  { name: 'folders', program: 'tsx', args: ['tools/src/commands/folders-program.ts'] },
  { name: 'unused code', program: 'knip', args: ['--no-progress'] },
  { name: 'links and citations', program: 'tsx', args: ['tools/src/commands/citations-program.ts'] },
  { name: 'commit subjects', program: 'tsx', args: ['tools/src/commands/commits-program.ts'] },
];

/** Runs all checks, two at a time, and answers which of them passed. */
export async function runChecks(): Promise<boolean[]> {
  const isByNx = ({ program }: Check): boolean => program === 'nx';
  // Two processes of nx would share its cache while they write to it.
  const lanes = [checks.filter(isByNx), checks.filter((check) => !isByNx(check))];
  return (await Promise.all(lanes.map(runInTurn))).flat();
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
