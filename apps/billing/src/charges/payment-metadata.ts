import { invalidArgument, parseExactly } from '@pitanga/core';

const keysMax = 50;
const bytesMax = 16 * 1024;

/**
 * A charge's metadata with what its payment brings: each key that is given takes the place of the charge's own, numbers
 * stay as they are written. INVALID_ARGUMENT when both together are more than metadata may be.
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
