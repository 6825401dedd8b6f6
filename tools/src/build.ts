import { build as bundle, stop as stopEsbuild, type BuildResult, type Metafile } from 'esbuild';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { userError } from '@pitanga/runtime/user-error';
import { serviceNames, type ServiceName } from '@pitanga/operations/services';
import { foldersOfPackages, npmExternal } from './bundle-packages';
import { compiledDir, distDir, rootDir, toolsDir, workspaceBin, workspaceEnv } from './workspace';

/** Programs of no service, by the bundle that has them: the launcher's own, and those for operators and analysts. */
const programs = {
  launcher: { migrations: join(toolsDir, 'src', 'platform', 'migrations.ts') },
  operations: {
    topics: join(rootDir, 'apps', 'operations', 'src', 'topics.ts'),
    doctor: join(rootDir, 'apps', 'operations', 'src', 'doctor.ts'),
    owners: join(rootDir, 'apps', 'operations', 'src', 'owners.ts'),
    replay: join(rootDir, 'apps', 'operations', 'src', 'replay.ts'),
    events: join(rootDir, 'apps', 'operations', 'src', 'events.ts'),
    // Sets up stores, people, keys and accounts, in the database of the gateway and through the services.
    admin: join(rootDir, 'apps', 'gateway', 'src', 'admin.ts'),
  },
  analytics: {
    history: join(rootDir, 'apps', 'analytics', 'src', 'history.ts'),
    'public-events': join(rootDir, 'apps', 'analytics', 'src', 'public-events.ts'),
    telemetry: join(rootDir, 'libs', 'runtime', 'src', 'telemetry.ts'),
    health: join(rootDir, 'libs', 'runtime', 'src', 'health.ts'),
  },
};

export interface Built {
  /** What a service's programs load from node_modules, by name; some may not be installed, as they are optional. */
  listPackages(bundle: Bundle): readonly string[];
  /** The folders, below the root, of the packages whose code its programs have in them. */
  bundledIn(bundle: Bundle): readonly string[];
}

type Bundle = ServiceName | keyof typeof programs;

/**
 * Writes dist/<service>/{main.js, telemetry.js, health.js, migrations/{platform,app}} for each service, the gateway's
 * admin program, and the programs of no service. A file is replaced only when it changes, and in one step, so that a build
 * beside a running platform disturbs nothing.
 * @throws a user error when esbuild, which prints why, cannot bundle one
 */
export async function buildServices(services: readonly ServiceName[] = serviceNames): Promise<Built> {
  await ensureGenerated();
  const entries: Record<string, string> = {};
  for (const [folder, sources] of Object.entries(programs)) {
    for (const [name, source] of Object.entries(sources)) entries[`${folder}/${name}`] = source;
  }
  for (const service of services) Object.assign(entries, listEntries(service, rootDir));
  const { outputFiles, metafile } = await bundled(entries, distDir);
  const changed = outputFiles.filter(({ path, contents }) => replace(path, contents));
  // Compiled code of earlier bundles is no longer used, and nothing else removes it.
  if (changed.length > 0) rmSync(compiledDir, { recursive: true, force: true, maxRetries: 5 });
  for (const service of services) copyMigrations(service, rootDir, join(distDir, service));
  // Admin checks that the schema is its own.
  copyMigrations('gateway', rootDir, join(distDir, 'operations'));
  const listOutputs = (bundle: Bundle): readonly Metafile['outputs'][string][] =>
    Object.entries(metafile.outputs).flatMap(([path, output]) => (path.startsWith(`dist/${bundle}/`) ? [output] : []));
  return {
    listPackages: (bundle) => {
      const imports = listOutputs(bundle).flatMap((output) =>
        output.imports.filter(({ external }) => external === true),
      );
      return [...new Set(imports.map(({ path }) => path).filter((path) => !isBuiltin(path)))].sort();
    },
    bundledIn: (bundle) => foldersOfPackages(listOutputs(bundle).flatMap(({ inputs }) => Object.keys(inputs))),
  };
}

/** Builds everything that a platform runs. */
export async function buildPlatform(): Promise<void> {
  // Before both, which else generate at the same time, each over what the other reads.
  await ensureGenerated();
  await Promise.all([buildServices(), buildServedFiles()]);
}

/** Projects whose target `build` writes files that the gateway serves, below dist/gateway. */
const servedProjects = ['dashboard', 'docs', 'sdk-typescript', 'sdk-python', 'sdk-go', 'cli', 'tools'];

/** Builds the files that the gateway serves, or takes them from the cache of nx when nothing of them has changed. */
export async function buildServedFiles(): Promise<void> {
  const args = ['run-many', '--target=build', `--projects=${servedProjects.join(',')}`, '--output-style=static'];
  try {
    await promisify(execFile)(workspaceBin('nx'), args, { cwd: rootDir, env: workspaceEnv() });
  } catch (error) {
    throw userError(
      `What the gateway serves could not be built:\n${(error as { stdout?: string }).stdout ?? ''}`,
      error,
    );
  }
}

/** Bundles the services of another checkout of this repository, below this one so that it finds its node_modules. */
export async function buildCheckout(checkout: string, dist: string): Promise<void> {
  // Not every commit has every program of a service.
  const entries = serviceNames
    .flatMap((service) => Object.entries(listEntries(service, checkout)))
    .filter(([, source]) => existsSync(source));
  const { outputFiles } = await bundled(Object.fromEntries(entries), dist);
  for (const { path, contents } of outputFiles) replace(path, contents);
  for (const service of serviceNames) copyMigrations(service, checkout, join(dist, service));
}

function listEntries(service: ServiceName, checkout: string): Record<string, string> {
  const source = join(checkout, 'apps', service, 'src');
  return {
    [`${service}/main`]: join(source, 'main.ts'),
    [`${service}/telemetry`]: join(checkout, 'libs', 'runtime', 'src', 'telemetry.ts'),
    [`${service}/health`]: join(checkout, 'libs', 'runtime', 'src', 'health.ts'),
    ...(service === 'gateway' ? { [`${service}/admin`]: join(source, 'admin.ts') } : {}),
  };
}

type Bundled = BuildResult<{ metafile: true; write: false }>;

async function bundled(entries: Record<string, string>, outdir: string): Promise<Bundled> {
  try {
    return await bundle({
      entryPoints: entries,
      outdir,
      absWorkingDir: rootDir,
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      target: 'node24',
      format: 'cjs',
      sourcemap: true,
      sourcesContent: false,
      plugins: [npmExternal],
      logLevel: 'error',
    });
  } catch (error) {
    const count = (error as { errors?: unknown[] }).errors?.length;
    if (count === undefined) throw error;
    throw userError(`The services could not be built: ${String(count)} error(s), shown above.`, error);
  } finally {
    // Its helper process would keep this one from ending.
    await stopEsbuild();
  }
}

/** `platform` holds the tables every service has, `app` the service's own; libs/database reads them in that order. */
function copyMigrations(service: ServiceName, checkout: string, bundle: string): void {
  const target = join(bundle, 'migrations');
  copySql(join(checkout, 'libs', 'database', 'migrations'), join(target, 'platform'));
  copySql(join(checkout, 'apps', service, 'migrations'), join(target, 'app'));
}

function copySql(from: string, to: string): void {
  const files = existsSync(from) ? readdirSync(from).filter((file) => file.endsWith('.sql')) : [];
  for (const file of files) replace(join(to, file), readFileSync(join(from, file)));
  if (!existsSync(to)) return;
  for (const file of readdirSync(to)) if (!files.includes(file)) rmSync(join(to, file));
}

/** Answers whether it was another file before, or none. */
function replace(path: string, contents: Uint8Array): boolean {
  if (existsSync(path) && readFileSync(path).equals(contents)) return false;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = join(dirname(path), `.${basename(path)}.${String(process.pid)}`);
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
  return true;
}

/** Generates libs/contracts/src/gen, which git ignores, when it is missing or older than the protos. */
export async function ensureGenerated(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(rootDir, 'libs', 'contracts', 'generate.mjs')]);
}
