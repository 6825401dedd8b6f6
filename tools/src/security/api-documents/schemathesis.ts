import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { cacheDir, toolsDir } from '../../workspace';

const run = promisify(execFile);
const requirements = join(toolsDir, 'security', 'requirements.txt');
const hooks = join(toolsDir, 'security', 'schemathesis_hooks.py');

/** What is asked of every answer; that wrong input is refused is for the tests of the operations. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

const phases = {
  single: { names: 'examples,coverage,fuzzing', mode: 'all' },
  // Wrong requests make no records, and without records there is nothing to continue with.
  chains: { names: 'stateful', mode: 'positive' },
};

export interface SchemathesisRun {
  /** The file of an OpenAPI document. */
  readonly document: string;
  readonly baseUrl: string;
  readonly key: string;
  /** Operation ids: either these alone or all but these. */
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  /** Requests drawn one by one, or chains of them along the links of the document. */
  readonly phase: keyof typeof phases;
  readonly seconds: number;
  readonly seed: string;
}

export interface SchemathesisReport {
  readonly passed: boolean;
  /** Its whole output. */
  readonly text: string;
}

/**
 * The program `schemathesis` of a virtual environment, made once per content of tools/security/requirements.txt.
 * Undefined where Python or PyPI is not to be had.
 */
export async function schemathesisProgram(): Promise<string | undefined> {
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(cacheDir, `schemathesis-${hash}`);
  const filled = join(folder, '.filled');
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(filled)) return program;
  mkdirSync(cacheDir, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  try {
    await run('python3', ['-m', 'venv', folder]);
    const options = ['--quiet', '--disable-pip-version-check', '--require-hashes', '--only-binary', ':all:'];
    await run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', ...options, '-r', requirements]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return undefined;
  }
  writeFileSync(filled, '');
  return program;
}

/** Draws requests from a document, sends them, follows its links, and holds every answer against it. */
export async function runSchemathesis(program: string, asked: SchemathesisRun): Promise<SchemathesisReport> {
  const { document, baseUrl, key, only = [], except = [], phase, seconds, seed } = asked;
  const child = spawn(
    program,
    [
      'run',
      document,
      ...['--url', baseUrl, '-H', `Authorization: Bearer ${key}`, '-c', checks.join(',')],
      ...['--phases', phases[phase].names, '--mode', phases[phase].mode, '--max-time', String(seconds), '--seed', seed],
      ...['-n', '20', '--request-timeout', '30', '--generation-database', 'none', '--no-color'],
      ...only.flatMap((id) => ['--include-operation-id', id]),
      ...except.flatMap((id) => ['--exclude-operation-id', id]),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      // It keeps notes of its own in the folder that it runs in.
      cwd: cacheDir,
      env: { ...process.env, ...(phase === 'chains' && { SCHEMATHESIS_HOOKS: hooks }), COLUMNS: '120' },
    },
  );
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { passed: code === 0, text: `${stdout}${stderr}` };
}

/** `4151 requests`, `237 requests along 2 of 4 links`: what a run says it did. */
export function readFacts(report: string): string {
  const [, requests = '0'] = /(\d+) generated, /.exec(report) ?? [];
  const [, covered, links] = /API Links:\s+(\d+) covered \/ (\d+) selected/.exec(report) ?? [];
  return `${requests} requests${covered === undefined ? '' : ` along ${covered} of ${String(links)} links`}`;
}

/** What it found, without what it did and its hints. */
export function readFaults(report: string): string {
  const from = report.search(/^=+ (?:ERRORS|FAILURES) =+$/m);
  const to = report.search(/^=+ WARNINGS =+$/m);
  return report.slice(Math.max(from, 0), to > from ? to : undefined).trim();
}
