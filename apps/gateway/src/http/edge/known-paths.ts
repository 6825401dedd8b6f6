import type { Api } from './api';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of the routes at this path; none for an unknown path. */
    listMethods(path: string): readonly string[];
  }
}

/** Records the paths of all routes registered after this, for `listMethods`. */
export function recordPaths(app: Api): void {
  const methodsByUrl = new Map<string, Set<string>>();
  const patterns = new Map<string, RegExp>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = withoutSlash(url);
    const methods = methodsByUrl.get(known) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsByUrl.set(known, methods);
    if (/[:*]/.test(known)) patterns.set(known, routePattern(known));
  });
  app.decorate('listMethods', (path) => {
    const asked = withoutSlash(path);
    const pattern = [...patterns].find(([, regExp]) => regExp.test(asked))?.[0];
    return [...(methodsByUrl.get(asked) ?? methodsByUrl.get(pattern ?? '') ?? [])];
  });
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
