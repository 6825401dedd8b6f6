import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answerData, refuse, startServer, type PlatformServer } from './platform-server';

const run = promisify(execFile);
export const rootDir = join(__dirname, '../../..');
/** What `nx run sdk-typescript:build` packs, and the gateway serves. */
export const tarball = join(rootDir, 'dist/gateway/packages/pitanga-pay-sdk.tgz');
/** The same under the name that the package had before. */
export const tarballOfFormerName = join(rootDir, 'dist/gateway/packages/pitanga-sdk.tgz');
const fixtures = join(__dirname, 'runtimes');

export interface Project extends Disposable {
  readonly dir: string;
  /** What the program prints, within a minute. */
  readonly run: (program: string, args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>;
}

/** An empty folder in which somebody installs the package, beside some of the files of runtimes/. */
export async function installIn(
  type: 'module' | 'commonjs',
  files: readonly string[],
  what = tarball,
): Promise<Project> {
  const dir = mkdtempSync(join(tmpdir(), 'pitanga-sdk-project-'));
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ private: true, type }));
  // Offline: it has no dependency that would have to come from elsewhere.
  await run('npm', ['install', '--offline', '--no-audit', what], { cwd: dir });
  for (const file of files) cpSync(join(fixtures, file), join(dir, file));
  return {
    dir,
    run: async (program, args, env = {}) =>
      (await run(program, [...args], { cwd: dir, env: { ...process.env, ...env }, timeout: 60_000 })).stdout,
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/**
 * The runtimes and the examiner of types of runtimes/package.json, installed once into .cache: 400 MB that only these
 * tests need, and no user of the repository.
 */
export async function installRuntimes(): Promise<string> {
  const dir = join(rootDir, '.cache/sdk-runtimes');
  const lock = 'package-lock.json';
  const stamp = join(dir, 'installed');
  const modules = join(dir, 'node_modules');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(join(fixtures, lock), 'utf8')) return modules;
  cpSync(join(fixtures, 'package.json'), join(dir, 'package.json'));
  cpSync(join(fixtures, lock), join(dir, lock));
  await run('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: dir });
  // Puts bun's binary, which is there already, where its command looks for it.
  await run(process.execPath, ['install.js'], { cwd: join(modules, 'bun') });
  cpSync(join(fixtures, lock), stamp);
  return modules;
}

/** What "Are the types wrong?" finds in the package. */
export async function examineTypes(): Promise<unknown> {
  const program = join(await installRuntimes(), '../examine-types.mjs');
  cpSync(join(fixtures, 'examine-types.mjs'), program);
  return JSON.parse((await run(process.execPath, [program, tarball])).stdout);
}

/** Answers what runtimes/check.mjs asks: a list of three pages, a stream that breaks once, and no answer about the store. */
export function startCheckServer(): Promise<PlatformServer> {
  return startServer((response, { path, query }) => {
    if (path === '/v2/transparents/create') answerData(response, { id: 'pix_char_1' });
    else if (path === '/v2/charges/list') answerPage(response, Number(query['after'] ?? 0) + 1);
    else if (path === '/v2/customers/get') refuse(response, 404, 'CUSTOMER_NOT_FOUND');
    else if (path === '/v2/events/list')
      answerData(response, [{ id: 'evt_0' }], { pagination: { hasMore: false, next: null, before: null } });
    else if (path === '/v2/events/stream') streamTwo(response, query['after'] === 'evt_0');
  });
}

/** One of three pages of one charge each. */
function answerPage(response: ServerResponse, page: number): void {
  const pagination = { hasMore: page < 3, next: page < 3 ? String(page) : null, before: null };
  answerData(response, [{ id: `pix_char_${page}` }], { pagination });
}

/** Two events; the first connection ends after them. */
function streamTwo(response: ServerResponse, isFirst: boolean): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('retry: 10\n\n');
  for (const id of isFirst ? ['evt_1', 'evt_2'] : ['evt_3', 'evt_4'])
    response.write(`id: ${id}\ndata: {"id":"${id}"}\n\n`);
  if (isFirst) response.end();
}
