import type { RouteOptions } from 'fastify';
import type { Permission } from '../../../access/permission';

/** `publicKey`: a public key. `public`: no key. `none`: any secret key. A permission: a secret key with it. */
export type RoutePermission = Permission | 'none' | 'publicKey' | 'public';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission of this route; the gateway does not start without one. */
    permission: RoutePermission;
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
