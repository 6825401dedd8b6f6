import type { RouteGuard } from './admission/permissions';
import type { Api } from './api';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of the routes at this path; none for an unknown path. */
    listMethods(path: string): readonly string[];
    /** What the route at this very path asks of its callers; undefined without one. */
    findRouteGuard(method: string, path: string): RouteGuard | undefined;
  }
}

/** Records the paths of all routes registered after this, for `listMethods` and `findRouteGuard`. */
export function recordPaths(app: Api): void {
  const methodsByUrl = new Map<string, Set<string>>();
  const patterns = new Map<string, RegExp>();
  const guards = new Map<string, RouteGuard>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const known = withoutSlash(url);
    const methods = methodsByUrl.get(known) ?? new Set();
    for (const one of [method].flat()) {
      methods.add(one);
      if (config) guards.set(`${one} ${known}`, config);
    }
    methodsByUrl.set(known, methods);
    if (/[:*]/.test(known)) patterns.set(known, routePattern(known));
  });
  app.decorate('listMethods', (path) => {
    const asked = withoutSlash(path);
    const pattern = [...patterns].find(([, regExp]) => regExp.test(asked))?.[0];
    return [...(methodsByUrl.get(asked) ?? methodsByUrl.get(pattern ?? '') ?? [])];
  });
  app.decorate('findRouteGuard', (method, path) => guards.get(`${method} ${withoutSlash(path)}`));
}

/** The router ignores a trailing slash; see `ignoreTrailingSlash`. */
function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** `/pay/:id` and `/files/*` as the router reads them. */
function routePattern(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replace(/[.+?^$(){}|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
