import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The file of a picture; undefined where nobody keeps them. */
export type PictureFile = (name: string) => string | undefined;

/** Pictures of the pages go into the folder that PITANGA_PICTURES names; without one none are taken. */
export function openPictures(folder = process.env.PITANGA_PICTURES): PictureFile {
  if (folder === undefined) return () => undefined;
  mkdirSync(folder, { recursive: true });
  return (name) => join(folder, name);
}
