import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { invalidArgument, isAppError } from '@pitanga/core';
import { readInput, standardInput } from '@pitanga/runtime';

/** Texts that may be separate files: `certificateFile` is the path of `certificate`. */
const textsInFiles = ['certificate', 'privateKey', 'ca'] as const;

/** A file that is no text: `pkcs12File` is the path of `pkcs12`, which is base64. */
const bytesInFile = 'pkcs12';

/** Far more than three PEM texts. */
const inputBytesMax = 256 * 1024;

/**
 * Reads the settings of a Pix or payout account as JSON, from a file whose PEM texts may be separate files, or from
 * standard input (`-`).
 * @throws AppError INVALID_ARGUMENT with the path of the file and none of its content
 */
export async function readAccountFile(path: string): Promise<string> {
  const settings = await jsonObject(path);
  for (const name of [...textsInFiles, bytesInFile] as const) {
    const file = settings[`${name}File`];
    if (typeof file !== 'string') continue;
    if (settings[name] !== undefined) throw invalidArgument(`Give ${name} or ${name}File, not both`);
    if (path === standardInput) {
      throw invalidArgument(`Give ${name} instead of ${name}File: no file is beside standard input`);
    }
    const beside = resolve(dirname(path), file);
    settings[name] = name === bytesInFile ? await readBase64(beside) : await readText(beside);
    // The service refuses unknown fields.
    Reflect.deleteProperty(settings, `${name}File`);
  }
  return JSON.stringify(settings);
}

async function jsonObject(path: string): Promise<Record<string, unknown>> {
  const text = await readText(path);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The parser's message would quote secrets.
  }
  throw invalidArgument(`${path === standardInput ? 'Standard input' : path} does not hold one JSON object`);
}

async function readBase64(path: string): Promise<string> {
  return (await readable(path, () => readFile(path))).toString('base64');
}

function readText(path: string): Promise<string> {
  return readable(path, () => readInput(path, inputBytesMax));
}

async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isAppError(error)) throw error;
    throw invalidArgument(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}
