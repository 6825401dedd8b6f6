import { testTimeoutMs } from '@pitanga/testing';
import { usePlatform } from '../use-platform';
import { keysOf } from './key-of';
import { guardedRoutes, type GuardedRoute } from './operations';

const routes = guardedRoutes();
const permissions = [...new Set(routes.flatMap((route) => route.permissions))];

/** Every route of both versions with real keys: docs/roles.md, cell by cell. A new route is here because it is there. */
describe('every route and every permission that it needs', () => {
  const shop = usePlatform();
  let keyOf: ReturnType<typeof keysOf>;
  beforeAll(() => {
    keyOf = keysOf(shop.api);
  });

  /** The status and code of a call without what it needs besides a key; a stream is given up once it has begun. */
  const refusalOf = async ({ method, path }: GuardedRoute, key: string): Promise<string> => {
    const aborted = new AbortController();
    const response = await fetch(shop.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: '{}' }),
      signal: AbortSignal.any([aborted.signal, AbortSignal.timeout(testTimeoutMs)]),
    });
    const code = response.ok ? '' : ((await response.json()) as { code?: string }).code;
    aborted.abort();
    return `${String(response.status)} ${code ?? ''}`.trim();
  };

  it('covers the API', () => {
    expect(routes.length).toBeGreaterThan(135);
    expect(routes.filter(({ path }) => path.startsWith('/v1/')).length).toBeGreaterThan(14);
    expect(permissions.length).toBeGreaterThan(25);
  });

  it.each(permissions.map((name) => [name, routes.filter((route) => route.permissions.includes(name))] as const))(
    'without %s alone is 403',
    async (lacking, its) => {
      // A key with STORE:CREATE may move the test clock, as it could before that had a permission of its own.
      const without = lacking === 'TEST_CLOCK:UPDATE' ? [lacking, 'STORE:CREATE'] : [lacking];
      const key = await keyOf(permissions.filter((name) => !without.includes(name)));
      for (const route of its) {
        const answer = await refusalOf(route, key);
        expect([route.method, route.path, answer]).toEqual([route.method, route.path, '403 PERMISSION_MISSING']);
      }
    },
    testTimeoutMs,
  );

  it(
    'with what it needs and nothing else is no 403 for a permission',
    async () => {
      const refused: string[] = [];
      for (const route of routes) {
        const answer = await refusalOf(route, await keyOf(route.permissions));
        if (/PERMISSION_MISSING|^401|^5/.test(answer)) refused.push(`${route.method} ${route.path}: ${answer}`);
      }
      expect(refused).toEqual([]);
    },
    3 * testTimeoutMs,
  );
});
