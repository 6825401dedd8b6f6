import { packageName, type LockedPackages } from './lock-file';

/** They ask for a notice at most, so that operators and distributors of Pitanga owe nothing else. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

/** Packages that do not say it where npm looks, by name and version, with where they do. */
const saidElsewhere: Readonly<Record<string, string>> = {
  // Its file LICENSE.
  'png-js@2.0.0': 'MIT',
};

/** A sentence for each package of production whose licence is none of the allowed ones. */
export function licenceFaults(packages: LockedPackages): readonly string[] {
  return Object.entries(productionPackages(packages)).flatMap(([folder, { version, license }]) => {
    const known = `${packageName(folder)}@${String(version)}`;
    const said = license ?? saidElsewhere[known];
    if (said === undefined) return [`${known} names no licence`];
    return isAllowed(said) ? [] : [`${known} has the licence ${said}, which is not allowed`];
  });
}

export function productionPackages(packages: LockedPackages): LockedPackages {
  return Object.fromEntries(
    Object.entries(packages).filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true),
  );
}

/** SPDX: of `OR` one is enough, of `AND` all are needed. */
export function isAllowed(expression: string): boolean {
  const inner = /^\((.*)\)$/.exec(expression.trim())?.[1] ?? expression.trim();
  return inner.split(' OR ').some((choice) => choice.split(' AND ').every((name) => allowed.has(name.trim())));
}
