import type { Tenant } from '@pitanga/core';
import type { BodyEnd, EgressOutcome } from '@pitanga/egress';
import type { ClaimedDelivery } from './delivery';

export type CallResult =
  | { readonly kind: 'answered'; readonly status: number; readonly bodyEnd: BodyEnd }
  | { readonly kind: 'failed'; readonly outcome: EgressOutcome };

/** What becomes of the delivery; EXHAUSTED fails it like FAILED, GONE also disables its webhook. */
export type Verdict =
  | { readonly kind: 'DELIVERED' | 'FAILED' | 'EXHAUSTED' | 'GONE' | 'RELEASED' }
  | { readonly kind: 'RETRY'; readonly afterMs: number };

/** A finished call to an endpoint: what the log keeps, and the verdict. */
export interface AttemptResult {
  readonly tenant: Tenant;
  readonly delivery: ClaimedDelivery;
  readonly verdict: Verdict;
  /** Whether the endpoint gets fewer calls at a time, more, or as many. */
  readonly pace: 'slower' | 'faster' | 'same';
  readonly startedAt: Date;
  /** The same instant in the store's time. */
  readonly storeStartedAt: Date;
  /** Retry delays count from here. */
  readonly endedAt: Date;
  /** The same instant in the store's time. */
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly errorClass: string | undefined;
  readonly responseHead: Buffer | undefined;
  readonly responseTruncated: boolean;
  readonly retryAfter: string | undefined;
  /** True for a mail whose address does not exist. */
  readonly isBounce?: boolean;
}

/** Delays after the first to the sixth failed attempt (docs/behaviour/webhooks.md#retry-table). */
export const retryDelaysMs: readonly number[] = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
];

/**
 * The verdict on a call (docs/behaviour/webhooks.md#retried). The timeout covers connect to last byte, so a 2xx whose
 * body does not end in time is a timeout. Of any other answer only the status counts.
 *
 * @param failuresBefore earlier failed attempts of this delivery
 */
export function decideVerdict(end: CallResult, failuresBefore: number): Verdict {
  if (end.kind === 'failed') {
    if (end.outcome === 'aborted') return { kind: 'RELEASED' };
    // Retries would help to scan the internal network.
    return end.outcome === 'blocked_address' ? { kind: 'FAILED' } : retryAfter(failuresBefore);
  }
  const { status } = end;
  if (status >= 200 && status <= 299) {
    return end.bodyEnd === 'timeout' ? retryAfter(failuresBefore) : { kind: 'DELIVERED' };
  }
  if (status === 410) return { kind: 'GONE' };
  return status === 408 || status === 429 || status >= 500 ? retryAfter(failuresBefore) : { kind: 'FAILED' };
}

/** The error class of an attempt in the log; undefined for an answer. */
export function toErrorClass(end: CallResult): string | undefined {
  if (end.kind === 'answered') {
    const isSuccess = end.status >= 200 && end.status <= 299;
    return isSuccess && end.bodyEnd === 'timeout' ? 'timeout' : undefined;
  }
  return end.outcome === 'aborted' ? 'interrupted' : end.outcome;
}

/**
 * True if the endpoint looks overloaded or unreachable: it then gets one call at a time until it succeeds. A fast refusal
 * such as 400 does not throttle.
 */
export function shouldThrottle(end: CallResult): boolean {
  if (end.kind === 'answered') return end.status >= 500 || end.status === 429 || end.bodyEnd === 'timeout';
  return end.outcome !== 'aborted' && end.outcome !== 'blocked_address';
}

/** The next place in the table of retries, or its end. */
export function retryAfter(failuresBefore: number): Verdict {
  const afterMs = retryDelaysMs[failuresBefore];
  return afterMs === undefined ? { kind: 'EXHAUSTED' } : { kind: 'RETRY', afterMs };
}
