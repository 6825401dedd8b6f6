import type { RouteOptions } from 'fastify';
import type { Permission } from '../../../api-keys/permission';

/**
 * `publicKey`: a public key and no other. `public`: no key at all. All others refuse public keys: `none` takes any
 * secret key, a permission a secret key that carries it.
 */
export type RoutePermission = Permission | 'none' | 'publicKey' | 'public';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route; a route without it stops the gateway from starting. */
    permission: RoutePermission;
  }
}

/** Routes of third-party plugins cannot declare ours; they live under these prefixes and are public. */
const thirdPartyPrefixes = ['/docs'];

/** `onRoute` hook: throws, and so keeps the gateway from starting, when a route declares no permission. */
export function requirePermission(route: RouteOptions): void {
  if (thirdPartyPrefixes.some((prefix) => route.url === prefix || route.url.startsWith(`${prefix}/`))) return;
  const declared: RoutePermission | undefined = route.config?.permission;
  if (declared === undefined) throw new Error(`route ${String(route.method)} ${route.url} declares no permission`);
}
