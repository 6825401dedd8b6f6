/** When v1 was declared deprecated, in seconds of the epoch (RFC 9745): 1 January 2026. */
const deprecatedSince = '@1767225600';

/** When v1 ends (interface 9, decisions 1; RFC 8594). */
const sunset = 'Wed, 01 Mar 2028 00:00:00 GMT';

/** What every v1 response says about its future, and where the v2 documentation is. */
export function sunsetHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return { deprecation: deprecatedSince, sunset, link: `<${publicUrl}/docs>; rel="successor-version"` };
}
