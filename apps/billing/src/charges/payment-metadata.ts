import { invalidArgument, parseExactly } from '@pitanga/core';

const keysMax = 50;
const bytesMax = 16 * 1024;

/**
 * Merges the metadata of a payment into that of its charge: keys of the payment win, and numbers keep their spelling.
 * INVALID_ARGUMENT when the result exceeds the limits of metadata.
 */
export function mergedMetadata(ownJson: string, givenJson: string | undefined): string {
  if (givenJson === undefined) return ownJson;
  const merged = { ...(parseExactly(ownJson) as object), ...(parseExactly(givenJson) as object) };
  if (Object.keys(merged).length > keysMax) {
    throw invalidArgument(
      `Property 'metadata' and the charge's own should have at most ${String(keysMax)} keys together`,
    );
  }
  const json = JSON.stringify(merged);
  if (new TextEncoder().encode(json).length > bytesMax) {
    throw invalidArgument("Property 'metadata' and the charge's own should have at most 16 KiB together");
  }
  return json;
}
