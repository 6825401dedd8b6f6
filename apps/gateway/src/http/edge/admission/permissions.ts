import type { FastifyContextConfig, RouteOptions } from 'fastify';
import type { GuardName } from '../../../access/guards';
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
    /** Permissions that the caller needs besides, where an answer has records of several kinds. */
    alsoNeeds?: readonly Permission[];
    /** Its row in the table of guards, where its permission alone does not tell it. */
    guard?: GuardName;
    /** Access tokens of OAuth are taken besides keys. */
    takesTokens?: boolean;
    /** Answers for as long as the client listens: the time that takes is no latency. */
    isStream?: boolean;
  }
}

/** What a route says of its callers. */
export type RouteGuard = Pick<FastifyContextConfig, 'permission' | 'alsoNeeds' | 'guard'>;

/** The permissions of a route that are not among those granted; a route for any caller of its kind has none. */
export function missingPermissions(
  { permission, alsoNeeds = [] }: RouteGuard,
  granted: ReadonlySet<string>,
): readonly string[] {
  const needed = permission === 'none' || permission === 'publicKey' ? [] : [permission, ...alsoNeeds];
  return needed.filter((name) => !granted.has(name));
}

/** `onRoute` hook: throws at startup when a route declares no permission. */
export function requirePermission(route: RouteOptions): void {
  const declared: RoutePermission | undefined = route.config?.permission;
  if (declared === undefined) throw new Error(`route ${String(route.method)} ${route.url} declares no permission`);
}
