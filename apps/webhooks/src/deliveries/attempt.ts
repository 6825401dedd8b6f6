import type { BodyEnd, EgressOutcome } from '@pitanga/egress';
import type { ClaimedDelivery } from './delivery';

/** What one call to an endpoint came to. */
export type AttemptEnd =
  | { readonly kind: 'answered'; readonly status: number; readonly bodyEnd: BodyEnd }
  | { readonly kind: 'failed'; readonly outcome: EgressOutcome };

/** What becomes of the delivery; EXHAUSTED fails it like FAILED, GONE also disables its webhook. */
export type Verdict =
  | { readonly kind: 'DELIVERED' | 'FAILED' | 'EXHAUSTED' | 'GONE' | 'RELEASED' }
  | { readonly kind: 'RETRY'; readonly afterMs: number };

/** One call, finished: what the log keeps and what becomes of the delivery. */
export interface AttemptResult {
  readonly delivery: ClaimedDelivery;
  readonly verdict: Verdict;
  /** Whether the endpoint should be slowed down, sped up or neither. */
  readonly pace: 'slower' | 'faster' | 'same';
  readonly startedAt: Date;
  /** Retry times count from here. */
  readonly endedAt: Date;
  /** The same instant in the store's time. */
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly errorClass: string | undefined;
  readonly responseHead: Buffer | undefined;
  readonly responseTruncated: boolean;
  readonly retryAfter: string | undefined;
}

/**
 * Waiting times after the first to the sixth failed attempt (docs/behaviour/webhooks.md#retry-table), from the end of
 * the attempt.
 */
export const retryDelaysMs: readonly number[] = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
];

/**
 * What follows from an answer (docs/behaviour/webhooks.md#retried). A 2xx counts within the time from connect to last
 * byte, so one whose body never ends is a timeout; every other answer is judged by its status line alone.
 *
 * @param failuresBefore attempts of this delivery that failed earlier
 */
export function judgeAttempt(end: AttemptEnd, failuresBefore: number): Verdict {
  if (end.kind === 'failed') {
    if (end.outcome === 'aborted') return { kind: 'RELEASED' };
    // Trying again would only help somebody who scans our network.
    return end.outcome === 'blocked_address' ? { kind: 'FAILED' } : retryAfter(failuresBefore);
  }
  const { status } = end;
  if (status >= 200 && status <= 299) {
    return end.bodyEnd === 'timeout' ? retryAfter(failuresBefore) : { kind: 'DELIVERED' };
  }
  if (status === 410) return { kind: 'GONE' };
  return status === 408 || status === 429 || status >= 500 ? retryAfter(failuresBefore) : { kind: 'FAILED' };
}

/** What the log calls an attempt that was not simply answered. */
export function errorClassOf(end: AttemptEnd): string | undefined {
  if (end.kind === 'answered') {
    const isSuccess = end.status >= 200 && end.status <= 299;
    return isSuccess && end.bodyEnd === 'timeout' ? 'timeout' : undefined;
  }
  return end.outcome === 'aborted' ? 'interrupted' : end.outcome;
}

/**
 * True when the endpoint looks overloaded or away, so that it gets one call at a time until it succeeds.
 * A refusal such as 400 is fast and harms nobody.
 */
export function isSlowing(end: AttemptEnd): boolean {
  if (end.kind === 'answered') return end.status >= 500 || end.status === 429 || end.bodyEnd === 'timeout';
  return end.outcome !== 'aborted' && end.outcome !== 'blocked_address';
}

function retryAfter(failuresBefore: number): Verdict {
  const afterMs = retryDelaysMs[failuresBefore];
  return afterMs === undefined ? { kind: 'EXHAUSTED' } : { kind: 'RETRY', afterMs };
}
