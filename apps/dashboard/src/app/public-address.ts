/**
 * Where this page is under the platform's public address, when it was opened under another name of the same server, such as
 * `localhost`: sessions are of the public address alone. Undefined at that address, and without a known one.
 *
 * @param publicOrigin what the gateway wrote into the page; its mark still stands there on the dev server of this folder
 */
export function publicAddress(
  { origin, pathname, search, hash }: Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'>,
  publicOrigin: string,
): string | undefined {
  if (publicOrigin === origin || !URL.canParse(publicOrigin)) return undefined;
  return `${publicOrigin}${pathname}${search}${hash}`;
}
