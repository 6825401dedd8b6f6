import { invalidArgument } from '@pitanga/core';

const bytesMax = 16 * 1024;

/** The JSON text of a request's metadata, `{}` when absent; refuses more than 16 KiB. */
export function metadataJson(metadata: Readonly<Record<string, unknown>> | undefined): string {
  const json = JSON.stringify(metadata ?? {});
  if (Buffer.byteLength(json) > bytesMax) throw invalidArgument("Property 'metadata' should have at most 16 KiB");
  return json;
}

/** The metadata that a simulated payment adds to the charge's; undefined for none. */
export function paymentMetadataJson(metadata: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return metadata === undefined || Object.keys(metadata).length === 0 ? undefined : metadataJson(metadata);
}
