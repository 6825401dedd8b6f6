import { readFile } from 'node:fs/promises';
import { invalidArgument } from '@pitanga/core';

/** Instead of a path: what is piped into the program. In a container there is no file of the person who runs it. */
export const standardInput = '-';

/**
 * The text of a file, or of standard input.
 * @throws AppError INVALID_ARGUMENT when standard input is longer than `inputBytesMax`; Error of a file that cannot be read
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
