import { invalidArgument } from '@pitanga/core';

const bytesMax = 16 * 1024;

/** The JSON text of a request's metadata, `{}` when it was left out; refuses more than 16 KiB (decisions 3). */
export function metadataJson(metadata: Readonly<Record<string, unknown>> | undefined): string {
  const json = JSON.stringify(metadata ?? {});
  if (Buffer.byteLength(json) > bytesMax) throw invalidArgument("Property 'metadata' should have at most 16 KiB");
  return json;
}
