import { isIP } from 'node:net';
import { isAllowedAddress, type EgressPolicy } from './address';

/** Why a URL may not be requested. `address` does not reveal which address or range it was. */
export type UrlRefusal = 'malformed' | 'scheme' | 'https_required' | 'credentials' | 'port' | 'address';

export type UrlCheck =
  | { readonly allowed: true; readonly url: URL; readonly host: string }
  | { readonly allowed: false; readonly refusal: UrlRefusal };

// Refuses what the URL parser would silently change: it drops tabs and newlines and trims spaces.
// eslint-disable-next-line no-control-regex -- it matches control characters
const controlOrSpace = /[\u0000-\u0020\u007f]/;

/**
 * Checks the text of a URL: scheme, credentials, port, and the address when the host is one. Checks the host after
 * WHATWG normalisation, so that decimal, octal, hexadecimal and full-width spellings of an address count as that
 * address. Names are resolved by `Egress.check`.
 */
export function checkUrl(text: string, policy: EgressPolicy): UrlCheck {
  if (controlOrSpace.test(text) || !URL.canParse(text)) return refuse('malformed');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('scheme');
  if (url.protocol === 'http:' && policy.requireHttps) return refuse('https_required');
  if (url.username !== '' || url.password !== '') return refuse('credentials');
  if (url.port === '0') return refuse('port');
  const host = bareHost(url);
  if (isIP(host) !== 0 && !isAllowedAddress(host, policy)) return refuse('address');
  if (isLocalhostName(host) && !policy.allowLoopback) return refuse('address');
  return { allowed: true, url, host };
}

/** Host without the brackets of an IPv6 literal. */
function bareHost(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

/** `localhost`, anything under it (RFC 6761) and both with a final dot. */
export function isLocalhostName(host: string): boolean {
  return /(^|\.)localhost\.?$/.test(host);
}

/**
 * The path and query to send. The query keeps the caller's bytes, because receivers compare secrets in it and the URL
 * parser would percent-encode some characters. A query that HTTP cannot carry is sent encoded.
 */
export function requestTarget(text: string, url: URL): string {
  const fragment = text.indexOf('#');
  const withoutFragment = fragment < 0 ? text : text.slice(0, fragment);
  const question = withoutFragment.indexOf('?');
  const query = question < 0 ? '' : withoutFragment.slice(question);
  return url.pathname + (/^[\x21-\x7e]*$/.test(query) ? query : url.search);
}

function refuse(refusal: UrlRefusal): UrlCheck {
  return { allowed: false, refusal };
}
