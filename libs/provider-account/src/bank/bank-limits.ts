/** Time limits of calls, in milliseconds. */
export interface BankLimits {
  /** Until the TLS handshake is finished. */
  readonly connectMs: number;
  /** Of one try, connect to last byte. */
  readonly attemptMs: number;
  /** Of one operation with its retries and its token. */
  readonly operationMs: number;
  /** How often an operation is repeated after attempts without an answer; its time may end before. */
  readonly repeatsMax: number;
}

/** An operation has time for two attempts that wait, or for seven that fail at once. */
export const bankLimits: BankLimits = { connectMs: 5_000, attemptMs: 5_000, operationMs: 10_000, repeatsMax: 6 };
