import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { invalidArgument } from '@pitanga/core';

/** Texts that are usually files of their own: `certificateFile` names the file of `certificate`. */
const textsInFiles = ['certificate', 'privateKey', 'ca'] as const;

/**
 * The settings of a Pix account as one JSON text, from a file whose PEM texts may be files beside it.
 * @throws AppError INVALID_ARGUMENT that names the file and shows nothing of it
 */
export function readAccountFile(path: string): string {
  const settings = jsonObject(path);
  for (const name of textsInFiles) {
    const file = settings[`${name}File`];
    if (typeof file !== 'string') continue;
    if (settings[name] !== undefined) throw invalidArgument(`Give ${name} or ${name}File, not both`);
    settings[name] = textOf(resolve(dirname(path), file));
    // Removed, because the service refuses what it does not know.
    Reflect.deleteProperty(settings, `${name}File`);
  }
  return JSON.stringify(settings);
}

function jsonObject(path: string): Record<string, unknown> {
  const text = textOf(path);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The parser's message quotes the text, which holds secrets.
  }
  throw invalidArgument(`${path} does not hold one JSON object`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw invalidArgument(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}
