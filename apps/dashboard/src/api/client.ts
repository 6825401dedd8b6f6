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

/** The header that no other site may send (docs/behaviour/people.md#cross-site), and a limit of time. */
const everyCall: Middleware = {
  onRequest: ({ request }) => {
    request.headers.set('x-pitanga-client', 'dashboard');
    return new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(answerMsMax)]) });
  },
};

/** Signing in and one's own account: `account.POST('/dashboard/api/auth/sign-in', …)`. */
export const account: Client<AccountPaths> = createClient<AccountPaths>({ baseUrl: '' });
account.use(everyCall);

export type Api = Client<V2Paths>;

/** v2 for one store and environment: `api.GET('/v2/checkouts/list', …)`. */
export function storeApi({ storeId, environment }: Scope): Api {
  const api = createClient<V2Paths>({ baseUrl: '/dashboard/api' });
  api.use(everyCall, {
    onRequest: ({ request }) => {
      request.headers.set('x-pitanga-store', storeId);
      request.headers.set('x-pitanga-environment', environment);
      return request;
    },
  });
  return api;
}

/** A key that makes a request safe to repeat: one for each intent of a person, kept over retries. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
