import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@pitanga/operations/services';
import { buildServedFiles, buildServices, type Built } from '../build';
import { userError } from '@pitanga/runtime/user-error';
import { distDir, rootDir } from '../workspace';
import { productionPackages } from './production-packages';

/** What has an image: the services, and the programs of operators and analysts, which no service needs. */
export const imageNames = [...serviceNames, 'operations', 'analytics'] as const;
export type ImageName = (typeof imageNames)[number];

/**
 * Fills a folder below an empty one for each of these with everything its image holds besides Node: its programs, a service's
 * migrations, and the npm packages they load, as they are installed here (patches included). Nothing else: no npm, no
 * tools, no sources.
 * @throws a user error when the folder is not empty
 */
export async function assembleImages(names: readonly ImageName[], folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw userError(`${folder} is not empty.`);
  const built = await buildServices(serviceNames.filter((name) => names.includes(name)));
  if (names.includes('gateway')) await buildServedFiles();
  for (const name of names) assembleImage(name, built, join(folder, name));
}

function assembleImage(name: ImageName, built: Built, folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(distDir, name), folder, { recursive: true });
  for (const { path, directory } of productionPackages(rootDir, built.listPackages(name))) {
    copyPackage(directory, join(folder, path));
  }
  for (const path of built.bundledIn(name)) copyPapers(join(rootDir, path), join(folder, path));
  const { version } = JSON.parse(readFileSync(join(rootDir, 'apps', name, 'package.json'), 'utf8')) as {
    version: string;
  };
  const manifest = { name: `@pitanga/${name}`, version, private: true, type: 'commonjs' };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Of a package whose code is in a bundle: its licence, and its name and version, which scanners of images look for. */
function copyPapers(from: string, to: string): void {
  if (existsSync(to)) return;
  mkdirSync(to, { recursive: true });
  const papers = readdirSync(from).filter((file) => /^(package\.json$|licen[cs]e|notice|copying)/i.test(file));
  for (const file of papers) cpSync(join(from, file), join(to, file), { dereference: true });
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
