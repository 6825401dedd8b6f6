import { chmodSync, mkdirSync } from 'node:fs';

/** Makes a folder for its owner alone, also of one that an earlier start has left open to others. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
}
