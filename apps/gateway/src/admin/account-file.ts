import { dirname, resolve } from 'node:path';
import { invalidArgument, isAppError } from '@pitanga/core';
import { readInput, standardInput } from '@pitanga/runtime';

/** Texts that are usually files of their own: `certificateFile` names the file of `certificate`. */
const textsInFiles = ['certificate', 'privateKey', 'ca'] as const;

/** Far more than three PEM texts. */
const inputBytesMax = 256 * 1024;

/**
 * The settings of a Pix or payout account as one JSON text, from a file whose PEM texts may be files beside it, or from
 * standard input (`-`), which holds them itself.
 * @throws AppError INVALID_ARGUMENT that names the file and shows nothing of it
 */
export async function readAccountFile(path: string): Promise<string> {
  const settings = await jsonObject(path);
  for (const name of textsInFiles) {
    const file = settings[`${name}File`];
    if (typeof file !== 'string') continue;
    if (settings[name] !== undefined) throw invalidArgument(`Give ${name} or ${name}File, not both`);
    if (path === standardInput) {
      throw invalidArgument(`Give ${name} instead of ${name}File: no file is beside standard input`);
    }
    settings[name] = await textOf(resolve(dirname(path), file));
    // Removed, because the service refuses what it does not know.
    Reflect.deleteProperty(settings, `${name}File`);
  }
  return JSON.stringify(settings);
}

async function jsonObject(path: string): Promise<Record<string, unknown>> {
  const text = await textOf(path);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The parser's message quotes the text, which holds secrets.
  }
  throw invalidArgument(`${path === standardInput ? 'Standard input' : path} does not hold one JSON object`);
}

async function textOf(path: string): Promise<string> {
  try {
    return await readInput(path, inputBytesMax);
  } catch (error) {
    if (isAppError(error)) throw error;
    throw invalidArgument(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}
