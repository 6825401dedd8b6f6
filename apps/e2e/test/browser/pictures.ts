import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where pictures of the pages go. */
export interface Pictures {
  /** The file of a picture. */
  file(name: string): string;
  /** Removes them, unless somebody wants to see them. */
  close(): void;
}

/** In the folder that PITANGA_PICTURES names, which keeps them, or in a temporary one. */
export function openPictures(kept = process.env.PITANGA_PICTURES): Pictures {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'pitanga-pictures-'));
  mkdirSync(folder, { recursive: true });
  return {
    file: (name) => join(folder, name),
    close() {
      if (kept === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
