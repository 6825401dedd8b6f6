import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildServedFiles, buildServices, type Built } from '../build';
import { userError } from '../infra/user-error';
import type { ServiceName } from '../platform/services';
import { distDir, rootDir } from '../workspace';
import { productionPackages } from './production-packages';

/**
 * Fills a folder below an empty one for each of these services with everything its image holds besides Node: its programs,
 * its migrations and the npm packages they load, as they are installed here (patches included). Nothing else: no npm, no
 * tools, no sources.
 * @throws a user error when the folder is not empty
 */
export async function assembleImages(services: readonly ServiceName[], folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw userError(`${folder} is not empty.`);
  const built = await buildServices(services);
  if (services.includes('gateway')) await buildServedFiles();
  for (const service of services) assembleImage(service, built, join(folder, service));
}

function assembleImage(service: ServiceName, built: Built, folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(distDir, service), folder, { recursive: true });
  // The gateway's image also has the programs of no service: topics, replay and doctor.
  if (service === 'gateway') copyPrograms(folder, ['topics', 'replay', 'doctor']);
  const modules = [...built.packagesOf(service), ...(service === 'gateway' ? built.packagesOf('launcher') : [])];
  for (const { path, directory } of productionPackages(rootDir, modules)) {
    copyPackage(directory, join(folder, path));
  }
  const { version } = JSON.parse(readFileSync(join(rootDir, 'apps', service, 'package.json'), 'utf8')) as {
    version: string;
  };
  const manifest = { name: `@pitanga/${service}`, version, private: true, type: 'commonjs' };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function copyPrograms(folder: string, programs: readonly string[]): void {
  for (const file of programs.flatMap((program) => [`${program}.js`, `${program}.js.map`])) {
    cpSync(join(distDir, 'launcher', file), join(folder, file));
  }
}

/** Without what only a compiler or a debugger reads, and without packages inside, which are copied as such. */
function copyPackage(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (source) => !/\.(d\.[cm]?ts|[cm]?js\.map)$/.test(source) && source !== join(from, 'node_modules'),
  });
}
