import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../src/workspace';

interface Line {
  readonly isIgnored: boolean;
  readonly pattern: RegExp;
}

/** Copies what `docker build` is given of this checkout, by the rules of .dockerignore, and nothing else. */
export function copyBuildContext(to: string): void {
  const lines = ignoreLines(readFileSync(join(rootDir, '.dockerignore'), 'utf8'));
  copyAllowed(lines, to, '');
}

/** The packages of this checkout in another one on the same file system: a link to a folder of them is another folder. */
export function linkPackages(to: string): void {
  const workspaces = ['apps', 'libs'].flatMap((group) =>
    readdirSync(join(rootDir, group)).map((name) => `${group}/${name}`),
  );
  for (const folder of ['.', 'tools', ...workspaces].map((workspace) => join(workspace, 'node_modules'))) {
    if (existsSync(join(rootDir, folder))) linkFiles(join(rootDir, folder), join(to, folder));
  }
}

function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

function copyAllowed(lines: readonly Line[], to: string, folder: string): void {
  mkdirSync(join(to, folder), { recursive: true });
  for (const entry of readdirSync(join(rootDir, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    // The last line that matches a path decides.
    if (lines.findLast(({ pattern }) => pattern.test(path))?.isIgnored === true) continue;
    if (entry.isDirectory()) copyAllowed(lines, to, path);
    else copyFileSync(join(rootDir, path), join(to, path));
  }
}

/** A line is about the paths that it matches and all below them. */
function ignoreLines(text: string): readonly Line[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isIgnored = !line.startsWith('!');
      const path = line.replace(/^!?\/?/, '');
      // A file that is let through again inside an ignored folder, and other wildcards, would need more than this.
      if (/[?[\]\\]/.test(path) || (!isIgnored && path.includes('/')))
        throw new Error(`cannot follow the line ${line}`);
      const pattern = path
        .replace(/[.+^${}()|]/g, '\\$&')
        .replace(/\*\*\/|\*/g, (wildcard) => (wildcard === '*' ? '[^/]*' : '(?:.*/)?'));
      return { isIgnored, pattern: new RegExp(`^${pattern}(?:/.*)?$`) };
    });
}
