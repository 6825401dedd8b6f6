import type { ClaimLimits } from '../queue/claim-repository';

/** Every bound of the dispatcher. Calls are HTTP calls under way. */
export interface DispatchLimits extends ClaimLimits {
  /** Calls of this process; also bounds its memory. */
  readonly inFlight: number;
  /** Share of `inFlight` for all slowed-down webhooks together, and for those with calls that are slow. */
  readonly suspectShare: number;
  /** A call without an answer for longer is slow. */
  readonly slowMs: number;
  /** Share of `inFlight` for retries; the rest is kept for first attempts. */
  readonly retryShare: number;
  readonly heartbeatMs: number;
  /** Pause between two looks at the clock: due retries, leases that ran out. */
  readonly promoteMs: number;
  /** Rows one promotion moves. */
  readonly promoteRows: number;
  /** Results one transaction records. */
  readonly resultsPerBatch: number;
}

export const dispatchLimits: DispatchLimits = {
  inFlight: 1_000,
  perWebhook: 32,
  perWebhookDev: 16,
  perWebhookFirst: 4,
  perStore: 250,
  suspectShare: 0.5,
  slowMs: 1_000,
  retryShare: 0.75,
  webhooksPerClaim: 500,
  leaseMs: 15_000,
  heartbeatMs: 5_000,
  promoteMs: 250,
  promoteRows: 2_000,
  resultsPerBatch: 200,
};
