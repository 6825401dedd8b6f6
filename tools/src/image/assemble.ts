import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildServedFiles, buildServices, type Built } from '../build';
import { userError } from '../infra/user-error';
import { serviceNames } from '../platform/services';
import { distDir, rootDir, toolsDir } from '../workspace';
import { productionPackages } from './production-packages';

/** What has an image: the services, and the export of the history, whose database engine no service needs. */
export const imageNames = [...serviceNames, 'history'] as const;
export type ImageName = (typeof imageNames)[number];

/**
 * Fills a folder below an empty one for each of these with everything its image holds besides Node: its programs, a service's
 * migrations, and the npm packages they load, as they are installed here (patches included). Nothing else: no npm, no
 * tools, no sources.
 * @throws a user error when the folder is not empty
 */
export async function assembleImages(names: readonly ImageName[], folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw userError(`${folder} is not empty.`);
  const built = await buildServices(names.filter((name) => name !== 'history'));
  if (names.includes('gateway')) await buildServedFiles();
  for (const name of names) assembleImage(name, built, join(folder, name));
}

function assembleImage(name: ImageName, built: Built, folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(distDir, name), folder, { recursive: true });
  // The gateway's image also has the programs of no service: topics, replay and doctor.
  if (name === 'gateway') copyPrograms(folder, ['topics', 'replay', 'doctor']);
  const modules = [...built.packagesOf(name), ...(name === 'gateway' ? built.packagesOf('launcher') : [])];
  for (const { path, directory } of productionPackages(rootDir, modules)) {
    copyPackage(directory, join(folder, path));
  }
  const project = name === 'history' ? toolsDir : join(rootDir, 'apps', name);
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string };
  const manifest = { name: `@pitanga/${name}`, version, private: true, type: 'commonjs' };
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
