import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookies of a person's browser. */
export interface SessionCookies {
  readSession(request: FastifyRequest): string | undefined;
  readDevice(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, given: { readonly sessionToken: string; readonly deviceToken: string | undefined }): void;
  clearSession(reply: FastifyReply): void;
}

/** A known browser is forgotten after this time without a sign-in. */
const deviceSeconds = 180 * 86_400;

/**
 * Cookies that no script reads, no other site's form carries along with a POST, and no subdomain can set: `__Host-`
 * makes browsers refuse them without Secure, with a Domain or with another path. Browsers drop such cookies on plain
 * http, so development on localhost has names without the prefix.
 *
 * @param lifetimeSeconds of a session; it ends earlier on the server when idle
 */
export function createSessionCookies(publicUrl: string, lifetimeSeconds: number): SessionCookies {
  const isSecure = publicUrl.startsWith('https:');
  const session = isSecure ? '__Host-pitanga' : 'pitanga';
  const device = isSecure ? '__Host-pitanga-browser' : 'pitanga-browser';
  const write = (name: string, value: string, maxAgeSeconds: number): string =>
    [
      `${name}=${value}`,
      'Path=/',
      `Max-Age=${String(maxAgeSeconds)}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isSecure ? ['Secure'] : []),
    ].join('; ');

  return {
    readSession: (request) => readCookie(request, session),
    readDevice: (request) => readCookie(request, device),
    set(reply, { sessionToken, deviceToken }) {
      const cookies = [write(session, sessionToken, lifetimeSeconds)];
      if (deviceToken !== undefined) cookies.push(write(device, deviceToken, deviceSeconds));
      void reply.header('set-cookie', cookies);
    },
    clearSession: (reply) => void reply.header('set-cookie', [write(session, '', 0)]),
  };
}

/** Undefined also when the cookie is there twice, which no browser of ours does. */
function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  const found = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? undefined : only.slice(name.length + 1);
}
