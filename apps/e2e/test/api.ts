import type { Demo } from '@pitanga/tools';
import { checkAnswer } from './openapi';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; tests look into it freely, as a client would. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
}

export interface CallOptions {
  /** Null sends no Authorization header. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, instead of JSON. */
  readonly raw?: string | Buffer;
}

/** A merchant's client: what an SDK does, without one. */
export interface Client {
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
}

export function clientOf(demo: Demo, { timeoutMs = 20_000 } = {}): Client {
  const call = async (
    method: string,
    path: string,
    body: unknown,
    options: CallOptions,
    signal = AbortSignal.timeout(timeoutMs),
  ): Promise<Answer> => {
    const key = options.key === undefined ? demo.devKey : options.key;
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(demo.baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
      signal,
    });
    const text = await response.text();
    const json = parse(text);
    checkAnswer(method, path, response.status, json);
    // As an SDK does: a read that met a machine which stood still is asked again, until the time of the first is over.
    if (method === 'GET' && response.status === 504) return call(method, path, body, options, signal);
    return { status: response.status, headers: response.headers, text, json };
  };
  return {
    get: (path, options = {}) => call('GET', path, undefined, options),
    post: (path, body = {}, options = {}) => call('POST', path, body, options),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A valid CPF that no other test uses (nine random digits and their check digits). */
export function aCpf(): string {
  const digits = Array.from({ length: 9 }, () => Math.floor(Math.random() * 10));
  for (const weight of [10, 11]) {
    const rest = digits.reduce((sum, digit, index) => sum + digit * (weight - index), 0) % 11;
    digits.push(rest < 2 ? 0 : 11 - rest);
  }
  return digits.join('');
}
