import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export interface InstalledPackage {
  /** Where it stands below the root, e.g. `node_modules/a/node_modules/b`; it has to stand there again. */
  readonly path: string;
  readonly directory: string;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/**
 * Every installed package that the named modules (`pg`, `typebox/value`) need to run, found the way Node finds them.
 * @throws Error when one that is not optional is not installed
 */
export function productionPackages(root: string, modules: readonly string[]): readonly InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();

  function visit(name: string, from: string, isOptional: boolean): void {
    const directory = installed(root, name, from);
    if (directory === undefined) {
      if (isOptional) return;
      throw new Error(`${name}, which ${relative(root, from)} needs, is not installed`);
    }
    const path = relative(root, directory);
    if (found.has(path)) return;
    found.set(path, { path, directory });
    const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
    const optional = manifest.optionalDependencies ?? {};
    for (const needed of Object.keys({ ...manifest.dependencies, ...optional })) {
      visit(needed, directory, needed in optional);
    }
    for (const peer of Object.keys(manifest.peerDependencies ?? {})) {
      if (manifest.peerDependenciesMeta?.[peer]?.optional !== true) visit(peer, directory, true);
    }
  }

  // What a bundle loads and is not installed is a package that another only tries to load: see the build.
  for (const module of modules) visit(packageName(module), root, true);
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** `@scope/name` of `@scope/name/inner`. */
export function packageName(module: string): string {
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');
}

function installed(root: string, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === root || folder === dirname(folder)) return undefined;
  }
}
