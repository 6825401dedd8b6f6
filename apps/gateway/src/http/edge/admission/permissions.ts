import type { RouteOptions } from 'fastify';
import type { Permission } from '../../../access/permission';

/**
 * `publicKey`: a public key. `public`: no key. `none`: any secret key, or a member's session. A permission: a key or a
 * member with it. Under /dashboard/api also `session`: a person's complete session; `signingIn`: one whose second factor
 * is still to come, too.
 */
export type RoutePermission = Permission | 'none' | 'publicKey' | 'public' | 'session' | 'signingIn';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission of this route; the gateway does not start without one. */
    permission: RoutePermission;
    /** Answers for as long as the client listens: the time that takes is no latency. */
    isStream?: boolean;
  }
}

/** Routes of third-party plugins declare no permission; under these prefixes they are public. */
const thirdPartyPrefixes = ['/docs'];

/** `onRoute` hook: throws at startup when a route declares no permission. */
export function requirePermission(route: RouteOptions): void {
  if (thirdPartyPrefixes.some((prefix) => route.url === prefix || route.url.startsWith(`${prefix}/`))) return;
  const declared: RoutePermission | undefined = route.config?.permission;
  if (declared === undefined) throw new Error(`route ${String(route.method)} ${route.url} declares no permission`);
}
