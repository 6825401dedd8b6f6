import { silentLog, startBeforeAll, testClock, testIds } from '@pitanga/testing';
import { createMetrics } from '@pitanga/runtime';
import type { RouteOptions } from 'fastify';
import { findGuard } from '../src/access/guards';
import type { Deps } from '../src/deps';
import { registerVersion } from '../src/http/api-version';
import { dashboardAuth } from '../src/http/dashboard/dashboard-api';
import { createServer } from '../src/http/server';
import { v1Operations } from './v1-operations';
import { v2Operations } from './v2-operations';
import { wholeApi } from './whole-api';

const operations = [...v1Operations, ...v2Operations];

/**
 * Five records of a kind, by what is typed, are no list of all (docs/behaviour/http.md#search). What a seller has is sent by a
 * permission of its own, as what a store has by TED. What is sent of a page that is taken is nothing: it was only looked at.
 */
const otherwise = new Set([
  'GET /v2/search',
  'POST /v2/sub-accounts/withdraw',
  'POST /v2/subscriptions/checkouts/send',
]);

describe('routes with one effect', () => {
  const api = startBeforeAll(wholeApi);

  /** The routes that ask a service for the same, by what they ask. */
  async function routesByEffect() {
    const found = new Map<string, Set<string>>();
    for (const { call, body, key, answers } of operations) {
      const [method = '', url = ''] = call.split(' ');
      api.answering(answers);
      if (method === 'POST') await api.post(url, body, key);
      else if (method === 'GET') await api.get(url, key);
      else await (method === 'PATCH' ? api.patch(url) : api.delete(url));
      const effect = api.calls.map(({ name }) => name).join(' ');
      const route = `${method} ${url.replace(/\?.*/, '')}`;
      if (!otherwise.has(route)) found.set(effect, (found.get(effect) ?? new Set()).add(route));
    }
    found.delete('');
    return found;
  }

  it('are guarded alike, whatever the version and the mount', async () => {
    const guardOf = new Map<string, string>(
      api.routes.map(({ method, url, config }) => {
        const permission = String(config?.permission);
        const guard = findGuard({ permission, ...(config?.guard && { guard: config.guard }) });
        return [`${String(method)} ${url}`, JSON.stringify([permission, config?.alsoNeeds ?? [], guard])] as const;
      }),
    );
    const unlike: string[] = [];
    let pairs = 0;
    for (const [effect, routes] of await routesByEffect()) {
      const mounted = [...routes].flatMap((route) => {
        const people = route.replace(' /v2/', ' /dashboard/api/v2/');
        return guardOf.has(people) ? [route, people] : [route];
      });
      pairs += new Set(mounted).size - 1;
      if (new Set(mounted.map((route) => guardOf.get(route))).size > 1)
        unlike.push(`${effect}: ${[...routes].join(', ')}`);
    }
    expect(unlike).toEqual([]);
    expect(pairs).toBeGreaterThan(140);
  });

  it('are one of each where people have their own: the dashboard’s is guarded like that of keys, and not mounted twice', async () => {
    const own: RouteOptions[] = [];
    const app = createServer({
      log: silentLog,
      clock: testClock(),
      ids: testIds,
      metrics: createMetrics(),
      trustedProxyHops: 0,
      publicUrl: 'https://pitanga.example',
    });
    app.addHook('onRoute', (route) => void own.push(route));
    await registerVersion(app, dashboardAuth, {} as Deps, () => Promise.resolve());
    await app.close();
    const twins = own.flatMap(({ url, config }) => {
      const path = url.replace('/dashboard/api', '');
      const ofKeys = api.routes.find((route) => route.url === `/v2${path}`);
      const isTwice = api.routes.some((route) => route.url === `/dashboard/api/v2${path}`);
      const guard =
        config && findGuard({ permission: config.permission, ...(config.guard && { guard: config.guard }) });
      return ofKeys?.config ? [{ path, isTwice, isAlike: guard === findGuard(ofKeys.config) }] : [];
    });
    expect(twins).toEqual([{ path: '/stores/create', isTwice: false, isAlike: true }]);
  });
});
