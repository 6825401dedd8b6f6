import { userError } from '@pitanga/runtime/user-error';

/** Longer than the test clock takes for a busy day. */
const answerMsMax = 120_000;

interface Id {
  readonly id: string;
}

/** The public API with a dev key. A call must succeed, except by `tryPost`: a card may be declined. */
export interface SampleApi {
  get<T>(path: string): Promise<T>;
  post<T = Id>(path: string, body?: object): Promise<T>;
  /** Undefined when it is refused. */
  tryPost<T = Id>(path: string, body?: object): Promise<T | undefined>;
  /** Moves the store's clock (docs/behaviour/test-clock.md#advance). */
  advance(to: Date): Promise<void>;
}

export function sampleApi(baseUrl: string, devKey: string): SampleApi {
  const call = async <T>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    mayFail = false,
  ): Promise<T | undefined> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${devKey}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      signal: AbortSignal.timeout(answerMsMax),
    });
    const text = await response.text();
    if (!response.ok && mayFail && response.status < 500) return undefined;
    if (!response.ok) throw userError(`${method} ${path} answered ${String(response.status)}: ${text}`);
    return (JSON.parse(text) as { data: T }).data;
  };
  const must = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> =>
    (await call<T>(method, path, body)) as T;
  return {
    get: (path) => must('GET', path),
    post: (path, body) => must('POST', path, body),
    tryPost: (path, body) => call('POST', path, body, true),
    advance: async (to) => {
      await must('POST', '/v2/test-clock/advance', { to: to.toISOString() });
    },
  };
}
