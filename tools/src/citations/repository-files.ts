import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../workspace';

/** Folders of other people's files, and of files that are made. */
const leftOut: ReadonlySet<string> = new Set([
  '.git',
  '.nx',
  '.cache',
  '.pitanga',
  'coverage',
  'dist',
  'gen',
  'node_modules',
  'patches',
]);
const readable = /\.(?:tsx?|mts|mjs|cjs|js|md|proto|sql|ya?ml|json|toml|tpl)$|(?:^|\/)[A-Z][a-z]+$/;
/** The rules and their tests have dead citations as examples. */
const ownFiles: ReadonlySet<string> = new Set([
  'tools/src/citations/citation-rules.ts',
  'tools/test/citations.test.ts',
  'package-lock.json',
]);

/** Every file of the repository by its path; the text of those that can cite, `''` of the others. */
export function repositoryFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  addFolder(files, '');
  return files;
}

function addFolder(files: Map<string, string>, folder: string): void {
  for (const entry of readdirSync(join(rootDir, folder), { withFileTypes: true })) {
    if (leftOut.has(entry.name)) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) addFolder(files, path);
    else files.set(path, readable.test(path) && !ownFiles.has(path) ? readFileSync(join(rootDir, path), 'utf8') : '');
  }
}
