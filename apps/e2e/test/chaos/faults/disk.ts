import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

/** A small file system of a server's data, which can be full. */
export interface Disk {
  readonly path: string;
  /** From now on nothing more can be written. */
  fill(): void;
  empty(): void;
  remove(): void;
}

const size = '2g';
/** What a full one has left: less than a page of a database. */
const restBytes = 4_096;

/** Mounts a file system in memory; undefined where this user may not, and the folder is then a plain one. */
export function mountDisk(path: string): Disk | undefined {
  mkdirSync(path, { recursive: true, mode: 0o711 });
  const mount = (...options: string[]): void => {
    execFileSync('mount', ['-o', options.join(','), '-t', 'tmpfs', 'tmpfs', path], { stdio: 'ignore' });
  };
  try {
    mount(`size=${size}`, 'mode=711');
  } catch {
    return undefined;
  }
  return {
    path,
    fill: () => {
      const { blocks, bfree, bsize } = statfsSync(path);
      mount('remount', `size=${String((blocks - bfree) * bsize + restBytes)}`);
    },
    empty: () => {
      mount('remount', `size=${size}`);
    },
    remove: () => {
      execFileSync('umount', ['--lazy', path], { stdio: 'ignore' });
    },
  };
}
