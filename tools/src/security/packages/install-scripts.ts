import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageName, type LockedPackages } from './lock-file';

/** The decisions of the package.json in a folder: whether a package may run a program when it is installed. */
export function allowedScripts(folder: string): Readonly<Record<string, boolean>> {
  const { allowScripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly allowScripts: Readonly<Record<string, boolean>>;
  };
  return allowScripts;
}

/**
 * A sentence for each package that runs a program when it is installed without a decision about it in `allowScripts`
 * of package.json (true runs it, false never does), and for each decision about a package that has none.
 */
export function installScriptFaults(
  packages: LockedPackages,
  decisions: Readonly<Record<string, boolean>>,
): readonly string[] {
  const names = Object.entries(packages).flatMap(([folder, { hasInstallScript }]) =>
    hasInstallScript === true ? [packageName(folder)] : [],
  );
  const running = new Set(names);
  return [
    ...[...running]
      .filter((name) => decisions[name] === undefined)
      .map((name) => `${name} runs a program when it is installed: decide about it in allowScripts of package.json`),
    ...Object.keys(decisions)
      .filter((name) => !running.has(name))
      .map((name) => `allowScripts of package.json names ${name}, which runs nothing when it is installed`),
  ];
}
