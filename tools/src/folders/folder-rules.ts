import { execFile } from 'node:child_process';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { rootDir, workspaceBin } from '../workspace';

interface Report {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string }[];
  }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

/** Folders whose own files compose the folders in them. */
const composing =
  /^(?:(?:apps|libs)\/[^/]+\/src|tools\/src|cli\/src|sdk\/typescript\/src|sdk\/(?:python|go)\/generate)$/;

/**
 * What breaks the rules of `.dependency-cruiser.cjs`, and cycles of folders, as `rule: from → to`. dependency-cruiser takes
 * a folder together with all folders in it, and so finds no cycle of a folder and one within it.
 */
export async function brokenFolderRules(cwd: string, folders: readonly string[]): Promise<readonly string[]> {
  const args = [...folders, '--config', join(rootDir, '.dependency-cruiser.cjs'), '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(workspaceBin('depcruise'), args, { cwd, maxBuffer: 256 * 1024 * 1024 });
  const { modules, summary } = JSON.parse(stdout) as Report;
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }): Import => [source, resolved]),
  );
  return [
    ...summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`),
    ...cyclesOfFolders(imports).map(([from, to]) => `no-cycles-with-inner-folders: ${from} → ${to}`),
  ];
}

type Import = readonly [from: string, to: string];

/** The imports by which a folder, without those in it, comes back to itself. */
function cyclesOfFolders(imports: readonly Import[]): readonly Import[] {
  const parentFolder = (file: string): string => posix.dirname(file);
  const between = imports.filter(([from, to]) => {
    const folders = [parentFolder(from), parentFolder(to)];
    return folders[0] !== folders[1] && !folders.some((folder) => composing.test(folder));
  });
  const next = new Map<string, Set<string>>();
  for (const [from, to] of between) {
    const targets = next.get(parentFolder(from)) ?? new Set<string>();
    next.set(parentFolder(from), targets.add(parentFolder(to)));
  }
  const reached = new Map([...next.keys()].map((folder) => [folder, reachedFrom(folder, next)]));
  return between.filter(([from, to]) => reached.get(parentFolder(to))?.has(parentFolder(from)));
}

function reachedFrom(folder: string, next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [folder];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const target of next.get(at) ?? []) {
      if (!reached.has(target)) waiting.push(target);
      reached.add(target);
    }
  }
  return reached;
}
