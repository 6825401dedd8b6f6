import { PitangaError } from './pitanga-error';

/** The wait before the first retry is up to this, and doubles with each. */
const firstWaitMs = 500;
const longestWaitMs = 8_000;
/** A caller that should wait longer than this gets the error at once. */
const longestRetryAfterMs = 60_000;

/** Answers of 503 that no repeat changes. */
const lasting: ReadonlySet<string> = new Set(['PROVIDER_NOT_CONFIGURED', 'STORE_NOT_CONFIGURED']);

/**
 * Whether the same request may have another answer in a moment. One that is still being processed is our own attempt that
 * timed out: its repeat gets its answer.
 */
export function isTransient(error: unknown): error is PitangaError {
  if (!(error instanceof PitangaError) || lasting.has(error.code)) return false;
  const { status, code, retryAfterMs = 0 } = error;
  if (retryAfterMs > longestRetryAfterMs) return false;
  if (code === 'CONNECTION_FAILED' || code === 'TIMED_OUT' || code === 'IDEMPOTENCY_KEY_IN_FLIGHT') return true;
  return status === 408 || status === 429 || status >= 500;
}

/**
 * Milliseconds to wait before the next attempt: what the platform asks for, and by chance up to a bound that doubles, so
 * that many clients do not come back at once.
 * @param attempt those so far, less one: 0 after the first
 */
export function waitBeforeRetry(attempt: number, error: PitangaError, random: () => number): number {
  const bound = Math.min(longestWaitMs, firstWaitMs * 2 ** attempt);
  return (error.retryAfterMs ?? 0) + Math.round(random() * bound);
}

/** Retry-After in milliseconds, from seconds or a date; undefined when it says neither. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after');
  if (text === null || text.trim() === '') return undefined;
  const ms = Number.isNaN(Number(text)) ? Date.parse(text) - now : Number(text) * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
