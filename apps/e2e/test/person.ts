import { randomBytes } from 'node:crypto';
import { generate } from 'otplib';
import type { Answer } from './api';

/** A person's browser: it keeps cookies and sends what the dashboard sends. */
export interface Person {
  /** A call under /dashboard/api that must succeed: its `data`. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  must(method: 'GET' | 'POST', path: string, body?: object): Promise<any>;
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>;
  /** Works from now on in one environment of a store. */
  enter(storeId: string, environment: 'dev' | 'prod'): void;
  /** Adds an authenticator app, so that the session has a fresh second factor. */
  addAuthenticator(password: string): Promise<void>;
}

/** One that no other test has: people are those of a whole platform. */
export function anEmail(name: string): string {
  return `${name}-${randomBytes(4).toString('hex')}@pessoas.example`;
}

export function personAt(baseUrl: string): Person {
  const cookies = new Map<string, string>();
  const headers: Record<string, string> = {
    'x-pitanga-client': 'dashboard',
    origin: new URL(baseUrl).origin,
    'content-type': 'application/json',
  };
  const call: Person['call'] = async (method, path, body) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${baseUrl}/dashboard/api${path}`, {
      method,
      headers: { ...headers, cookie },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(30_000),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as unknown };
  };
  const must: Person['must'] = async (method, path, body) => {
    const { status, json, text } = await call(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path} answered ${String(status)} ${text}`);
    return json.data;
  };
  return {
    call,
    must,
    enter(storeId, environment) {
      headers['x-pitanga-store'] = storeId;
      headers['x-pitanga-environment'] = environment;
    },
    async addAuthenticator(currentPassword) {
      const { secret } = await must('POST', '/auth/totp/enrol', { currentPassword });
      await must('POST', '/auth/totp/confirm', { code: await generate({ secret }) });
    },
  };
}
