import { failedPrecondition, type AppError } from '@pitanga/core';
import type { Deps } from '../../deps';

/** When v1 was declared deprecated, in seconds of the epoch (RFC 9745): 1 January 2026. */
const deprecatedSince = '@1767225600';

/** When v1 ends (RFC 8594). */
const sunset = 'Wed, 01 Mar 2028 00:00:00 GMT';
const sunsetAt = new Date(sunset);

/**
 * The refusal of every v1 request after the sunset, if the operator has enabled it; undefined before. Counts in real
 * time: a test clock does not end v1.
 */
export function sunsetRefusal({ clock, isV1ShutOff }: Pick<Deps, 'clock' | 'isV1ShutOff'>): AppError | undefined {
  if (!isV1ShutOff || clock.real() < sunsetAt) return undefined;
  return failedPrecondition('API v1 ended on 1 March 2028; use v2, which answers under /v2', 'API_VERSION_ENDED');
}

/** The deprecation headers of every v1 response, with a link to the v2 documentation. */
export function sunsetHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return { deprecation: deprecatedSince, sunset, link: `<${publicUrl}/docs>; rel="successor-version"` };
}
