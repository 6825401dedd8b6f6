/** How long calls may take. */
export interface BankLimits {
  /** To a finished TLS handshake. */
  readonly connectMs: number;
  /** Of one try, connect to last byte. */
  readonly attemptMs: number;
  /** Of one operation with its retries and its token. */
  readonly operationMs: number;
}

/** One try leaves room for a second one within the operation. */
export const bankLimits: BankLimits = { connectMs: 5_000, attemptMs: 5_000, operationMs: 10_000 };
