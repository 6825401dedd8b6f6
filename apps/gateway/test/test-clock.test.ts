import type { Tenant } from '@pitanga/core';
import { createStoreClock } from '@pitanga/store-clock';
import { testClock } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import type { Route } from '../src/http/edge/api';
import { testClockRoutes } from '../src/http/v2/test-clock/test-clock-routes';
import { createTestClocks } from '../src/test-clock/test-clock-service';
import { aPrincipal, asKey, testApi } from './test-api';

describe('the test clock in production', () => {
  const refusal = {
    data: null,
    success: false,
    error: 'The test clock is only available in dev mode',
    code: 'TEST_CLOCK_DEV_ONLY',
  };
  const tenant = { ...aPrincipal().tenant, devMode: false } as Tenant;
  // Neither may get as far as the database.
  const clock = createStoreClock({ db: undefined as never, base: testClock() });
  const testClocks = createTestClocks({ db: undefined, clock, ids: undefined, log: undefined, services: [] } as never);
  const routes: Route = (app) => {
    if (app.prefix !== '/v2') return;
    for (const route of testClockRoutes) route(app, { clock, testClocks } as unknown as Deps);
  };

  it('can neither be read nor moved', async () => {
    const app = await testApi(routes, { callers: { prod: { tenant } } });
    const read = await app.inject({ url: '/v2/test-clock/get', headers: asKey('prod') });
    const payload = { to: '2030-01-01' };
    const moved = await app.inject({ method: 'POST', url: '/v2/test-clock/advance', headers: asKey('prod'), payload });
    expect([read.statusCode, read.json(), moved.statusCode, moved.json()]).toEqual([400, refusal, 400, refusal]);
    await app.close();
  });
});
