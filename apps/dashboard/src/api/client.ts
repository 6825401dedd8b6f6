import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths as AccountPaths } from './gen/account';
import type { paths as V2Paths } from './gen/v2';

export type Environment = 'dev' | 'prod';

/** The store and environment that every call of a page names. */
export interface Scope {
  readonly storeId: string;
  readonly environment: Environment;
}

/** Longer than the slowest answer of the gateway. */
const answerMsMax = 30_000;

/** No other site may send it (docs/behaviour/people.md#cross-site). */
const clientHeaders = { 'x-pitanga-client': 'dashboard' } as const;

/** The headers of every request about a store. */
export function storeHeaders({ storeId, environment }: Scope): Readonly<Record<string, string>> {
  return { ...clientHeaders, 'x-pitanga-store': storeId, 'x-pitanga-environment': environment };
}

const withinTime: Middleware = {
  onRequest: ({ request }) =>
    new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(answerMsMax)]) }),
};

/** Signing in and one's own account: `account.POST('/dashboard/api/auth/sign-in', …)`. */
export const account: Client<AccountPaths> = createClient<AccountPaths>({ baseUrl: '', headers: clientHeaders });
account.use(withinTime);

/** Sends every change under one key: its repeats do nothing twice (docs/behaviour/http.md#idempotency). */
function keyed(key: string): Middleware {
  return {
    onRequest: ({ request }) => {
      if (request.method !== 'GET') request.headers.set('idempotency-key', key);
    },
  };
}

export type Api = Client<V2Paths>;

/** What only reads. Changes go through actions, which keep their idempotency key over repeats. */
export type ReadApi = Pick<Api, 'GET'>;

/** v2 for one store and environment: `api.GET('/v2/checkouts/list', …)`. */
export function storeApi(scope: Scope, idempotencyKey?: string): Api {
  const api = createClient<V2Paths>({ baseUrl: '/dashboard/api', headers: storeHeaders(scope) });
  api.use(withinTime);
  if (idempotencyKey !== undefined) api.use(keyed(idempotencyKey));
  return api;
}

/** A key that makes a request safe to repeat: one for each intent of a person, kept over retries. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
