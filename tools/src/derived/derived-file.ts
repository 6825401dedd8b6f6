import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { rootDir } from '../workspace';

/** A file that is made from the code; `path` is absolute. */
export interface DerivedFile {
  readonly path: string;
  readonly text: string;
}

/** Writes the files and prints the path of each. */
export function writeFiles(files: readonly DerivedFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(relative(rootDir, path));
  }
}
