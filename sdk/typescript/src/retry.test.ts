import { PitangaError } from './pitanga-error';
import { isTransient, retryAfterMs, waitBeforeRetry } from './retry';

const error = new PitangaError('SERVICE_UNAVAILABLE', 'Not now.', { status: 503 });
const now = Date.parse('2026-11-24T12:00:00Z');

it('waits by chance up to a bound that doubles from half a second to eight seconds', () => {
  const bounds = [0, 1, 2, 3, 4, 5, 9].map((attempt) => waitBeforeRetry(attempt, error, () => 1));
  expect(bounds).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  expect(waitBeforeRetry(3, error, () => 0)).toBe(0);
});

it.each([
  ['2', 2000],
  ['0', 0],
  ['Tue, 24 Nov 2026 12:00:30 GMT', 30_000],
  ['Tue, 24 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
])('reads Retry-After: %s', (text, ms) => {
  expect(retryAfterMs(new Headers({ 'retry-after': text }), now)).toBe(ms);
});

it('reads no Retry-After where there is none', () => {
  expect(retryAfterMs(new Headers(), now)).toBeUndefined();
});

it('does not repeat what no repeat changes', () => {
  expect(isTransient(error)).toBe(true);
  expect(isTransient(new PitangaError('PROVIDER_NOT_CONFIGURED', 'No provider.', { status: 503 }))).toBe(false);
  expect(isTransient(new PitangaError('UNREADABLE_ANSWER', 'No JSON.', { status: 502 }))).toBe(true);
  expect(isTransient(new PitangaError('UNREADABLE_ANSWER', 'No JSON.', { status: 200 }))).toBe(false);
  expect(isTransient(new TypeError('a mistake'))).toBe(false);
});
