/** Limits of calls to Stripe. Times in milliseconds. */
export interface StripeLimits {
  /** Of one attempt without a byte of the answer. */
  readonly attemptMs: number;
  /** Of one operation with its repeats, all waits included. */
  readonly operationMs: number;
  /** Repeats of an operation after no answer, 409, 429 or 5xx; each has the same idempotency key. */
  readonly repeatsMax: number;
  /** Calls of one store at once; Stripe allows 25 a second of an account in test mode and 100 in live mode. */
  readonly concurrentMax: number;
  /** Further calls of one store that may wait for a place. */
  readonly waitingMax: number;
}

/** The library's own retries are off. An operation ends before the 15 s that a stopping process waits. */
export const stripeLimits: StripeLimits = {
  attemptMs: 8_000,
  operationMs: 12_000,
  repeatsMax: 2,
  concurrentMax: 20,
  waitingMax: 100,
};
