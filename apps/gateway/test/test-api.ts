import type { Clock } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { aTenant, silentLog, testClock, testIds } from '@pitanga/testing';
import type { Keyring } from '../src/api-keys/keyring';
import { permissions } from '../src/access/permission';
import type { Principal } from '../src/access/principal';
import type { Deps } from '../src/deps';
import { registerVersion } from '../src/http/api-version';
import { createAdmission } from '../src/http/edge/admission/authenticate';
import type { EdgeLimits } from '../src/http/edge/admission/edge-limits';
import type { Guesses } from '../src/http/edge/admission/guesses';
import type { Allowance } from '../src/http/edge/admission/rate-limit';
import type { Api, Route } from '../src/http/edge/api';
import { createServer } from '../src/http/server';
import { failure as failureV1 } from '../src/http/v1/envelope';
import { sunsetHeaders, sunsetRefusal } from '../src/http/v1/sunset';
import { failure as failureV2 } from '../src/http/v2/envelope';

export interface TestApiOptions {
  /** Callers by key; `full` and `reader` are there without being named. */
  readonly callers?: Readonly<Record<string, Partial<Principal>>>;
  readonly clock?: Clock;
  readonly isV1ShutOff?: boolean;
  readonly publicUrl?: string;
  readonly count?: (keyId: string, limit: number) => Promise<Allowance>;
}

export function aPrincipal(over: Partial<Principal> = {}): Principal {
  return {
    tenant: aTenant(),
    actor: { kind: 'KEY', id: 'key_test' },
    permissions: new Set(permissions),
    storeName: 'Loja',
    storeWebsite: 'https://loja.example',
    storeCreatedAt: new Date('2026-01-01T00:00:00.000Z'),
    compatibility: '2026-11-28',
    rateLimitPerSecond: 0,
    ...over,
  };
}

/** The HTTP edge exactly as the gateway builds it, with routes of the test and callers that need no database. */
export async function testApi(routes: Route, options: TestApiOptions = {}): Promise<Api> {
  const callers: Record<string, Principal> = {
    full: aPrincipal(),
    reader: aPrincipal({ permissions: new Set(['CUSTOMER:READ']) }),
  };
  for (const [key, caller] of Object.entries(options.callers ?? {})) callers[key] = aPrincipal(caller);
  const keyring: Keyring = {
    resolve: (text) => Promise.resolve(callers[text]),
    mayManage: () => Promise.resolve(true),
  };
  const open = (_keyId: string, limit: number) =>
    Promise.resolve({ limit, remaining: limit, resetSeconds: 1, isExceeded: false });
  const admit = createAdmission({
    keyring,
    guesses: anyGuess,
    rateLimiter: { count: options.count ?? open },
    limits: noLimits,
    rateLimitPerKey: 100,
  });
  const { clock = testClock(), isV1ShutOff = false, publicUrl = 'https://pitanga.example' } = options;
  const app = createServer({
    log: silentLog,
    clock,
    ids: testIds,
    metrics: createMetrics(),
    trustedProxyHops: 0,
    publicUrl,
  });
  // Routes of these tests call no service; what they do use is here.
  const requestLog = { add: () => undefined };
  const deps = { log: silentLog, clock, publicUrl, isV1ShutOff, requestLog } as unknown as Deps;
  const shared = { routes: [[routes]], describe: () => Promise.resolve() };
  await registerVersion(
    app,
    {
      ...shared,
      prefix: '/v1',
      failure: failureV1,
      headers: () => sunsetHeaders(deps.publicUrl),
      refusal: sunsetRefusal,
    },
    deps,
    admit,
  );
  await registerVersion(app, { ...shared, prefix: '/v2', failure: failureV2, headers: () => ({}) }, deps, admit);
  await app.ready();
  return app;
}

/** Looks for every secret. */
export const anyGuess: Guesses = { look: (_address, _secret, find) => find() };

export const noLimits: EdgeLimits = {
  hashClient: () => 'client',
  page: () => Promise.resolve(),
  form: () => Promise.resolve(),
  cardToken: () => Promise.resolve(),
  signIn: () => Promise.resolve(),
  oauth: () => Promise.resolve(),
  oauthClient: () => Promise.resolve(),
  accessCodeMail: () => Promise.resolve(),
  accessCode: () => Promise.resolve(),
  card: () => Promise.resolve(),
};

export const asKey = (key: string) => ({ authorization: `Bearer ${key}` });
