/** Time limits of calls, in milliseconds. */
export interface BankLimits {
  /** Until the TLS handshake is finished. */
  readonly connectMs: number;
  /** Of one try, connect to last byte. */
  readonly attemptMs: number;
  /** Of one operation with its retries and its token. */
  readonly operationMs: number;
}

/** An operation has time for two attempts. */
export const bankLimits: BankLimits = { connectMs: 5_000, attemptMs: 5_000, operationMs: 10_000 };
