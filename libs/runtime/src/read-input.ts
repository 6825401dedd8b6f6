import { readFile } from 'node:fs/promises';
import { invalidArgument } from '@pitanga/core';

/** Path that means standard input: a container cannot read files of the operator's machine. */
export const standardInput = '-';

/**
 * The text of a file, or of standard input.
 * @throws AppError INVALID_ARGUMENT when standard input is longer than `inputBytesMax`; Error when a file cannot be
 * read
 */
export async function readInput(path: string, inputBytesMax: number): Promise<string> {
  if (path !== standardInput) return readFile(path, 'utf8');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > inputBytesMax) throw invalidArgument(`Standard input is longer than ${inputBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
