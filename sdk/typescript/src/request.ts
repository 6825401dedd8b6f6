import { version } from './gen/version';
import type { PostOptions } from './operation';
import { PitangaError, type PitangaErrorCode } from './pitanga-error';
import { isTransient, retryAfterMs, waitBeforeRetry } from './retry';
import type { Surroundings } from './surroundings';
import { reportWarnings, type WarningHandler } from './warnings';

/** What all calls of one client share. */
export interface Connection extends Surroundings {
  readonly key: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  /** Milliseconds without a byte after which the connection of a stream is dead. */
  readonly silenceMs: number;
  readonly onWarning: WarningHandler | false;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The query of a GET, the body of a POST. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the operation takes an Idempotency-Key. */
  readonly isKeyed: boolean;
}

/**
 * Sends a request until it is answered or its retries are used up, and answers what `read` makes of the answer.
 * @throws PitangaError when it is refused or not answered, the reason of the signal when that is aborted, and TypeError when
 * it cannot be sent
 */
export async function send<T>(
  connection: Connection,
  request: ApiRequest,
  options: PostOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { maxRetries = connection.maxRetries, signal } = options;
  // Made once: a repeat with the same key does nothing twice.
  const key = request.isKeyed ? (options.idempotencyKey ?? connection.newKey()) : undefined;
  if (key !== undefined && !/^[ -~]{1,255}$/.test(key))
    throw new TypeError('`idempotencyKey` has 1 to 255 characters, from the space to the tilde of ASCII.');
  const headers = { ...request.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(connection, { ...request, headers }, options, read);
    } catch (error) {
      if (attempt >= maxRetries || !isTransient(error)) throw error;
      await connection.sleep(waitBeforeRetry(attempt, error, connection.random), signal);
    }
  }
}

/** One attempt, which its time-out ends with what is read of its answer. */
export async function sendOnce<T>(
  connection: Connection,
  request: ApiRequest,
  { timeoutMs = connection.timeoutMs, maxRetries = 0, signal, onWarning = connection.onWarning }: PostOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  checkLimits({ timeoutMs, maxRetries });
  // A mistake of the caller is thrown here, and not taken for a platform that cannot be reached.
  const url = buildUrl(connection, request);
  const init = buildInit(connection, request);
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(abort, timeoutMs);
  try {
    const response = await connection.fetch(url, { ...init, signal: controller.signal });
    reportWarnings(response.headers, onWarning);
    if (!response.ok) throw await readRefusal(response);
    return await read(response);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof PitangaError) throw error;
    const isLate = controller.signal.aborted;
    throw new PitangaError(
      isLate ? 'TIMED_OUT' : 'CONNECTION_FAILED',
      isLate ? `${connection.url} did not answer within ${timeoutMs} ms.` : `${connection.url} cannot be reached.`,
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function buildUrl(connection: Connection, { method, path, input }: ApiRequest): string {
  const url = connection.url + path;
  if (method === 'POST') return url;
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return query === '' ? url : `${url}?${query}`;
}

function buildInit(connection: Connection, { method, input, headers }: ApiRequest): RequestInit {
  const shared = new Headers({
    authorization: `Bearer ${connection.key}`,
    'user-agent': `pitanga-typescript/${version}`,
    ...headers,
  });
  if (method === 'GET') return { headers: shared };
  shared.set('content-type', 'application/json');
  return { method, headers: shared, body: JSON.stringify(input) };
}

/** The longest time that a timer takes: it ends a longer one at once. */
const longestMs = 2 ** 31 - 1;

/** @throws TypeError when the time-out is none that a timer takes, or the retries cannot be counted */
export function checkLimits({ timeoutMs, maxRetries }: Readonly<Record<'timeoutMs' | 'maxRetries', number>>): void {
  if (!(timeoutMs > 0 && timeoutMs <= longestMs))
    throw new TypeError(`\`timeoutMs\` is more than 0 milliseconds, and at most ${longestMs}.`);
  if (!(maxRetries >= 0)) throw new TypeError('`maxRetries` is 0 or more.');
}

interface Refusal {
  readonly error?: string;
  readonly code?: PitangaErrorCode;
  readonly docs?: string;
}

async function readRefusal(response: Response): Promise<PitangaError> {
  const text = await response.text();
  const details = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(response.headers, Date.now()),
  };
  const { error, code, docs } = (parsed(text) ?? {}) as Refusal;
  // Not of the platform: of a proxy before it.
  if (typeof error !== 'string' || typeof code !== 'string')
    return new PitangaError(
      'UNREADABLE_ANSWER',
      `The answer has status ${response.status} and no error of Pitanga.`,
      details,
    );
  return new PitangaError(code, error, { ...details, docs });
}

/**
 * The JSON of an answer.
 * @throws PitangaError UNREADABLE_ANSWER when it is none
 */
export async function readJson(response: Response): Promise<unknown> {
  const { status, headers } = response;
  const json = parsed(await response.text());
  if (json !== undefined) return json;
  const requestId = headers.get('x-request-id') ?? undefined;
  throw new PitangaError('UNREADABLE_ANSWER', 'The answer is not JSON.', { status, requestId });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
