import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package as package-lock.json has it. */
export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

/** By the folder that each is installed in: `node_modules/a/node_modules/b`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** What others publish: no workspace, and no link to one. */
export function lockedPackages(rootDir: string): LockedPackages {
  const { packages } = JSON.parse(readFileSync(join(rootDir, 'package-lock.json'), 'utf8')) as {
    readonly packages: LockedPackages;
  };
  return Object.fromEntries(
    Object.entries(packages).filter(([folder, { link }]) => folder.includes('node_modules/') && link !== true),
  );
}

/** `@scope/name` of `node_modules/a/node_modules/@scope/name`. */
export function packageName(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
