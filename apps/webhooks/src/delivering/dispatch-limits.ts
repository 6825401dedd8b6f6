import type { ClaimLimits } from '../queue/claim-repository';

export interface DispatchLimits extends ClaimLimits {
  /** HTTP calls in flight in this process; also bounds its memory. */
  readonly inFlight: number;
  /** Share of `inFlight` for throttled webhooks and those with slow calls together. */
  readonly throttledShare: number;
  /** A call without an answer for longer is slow. */
  readonly slowMs: number;
  /** Share of `inFlight` for retries; the rest is reserved for first attempts. */
  readonly retryShare: number;
  readonly heartbeatMs: number;
  /** Interval at which due retries and expired leases become ready while there are any, or deliveries come. */
  readonly promoteMs: number;
  /** The same at rest, unless a retry falls due before: how long the deliveries of a process that ended may wait. */
  readonly promoteRestMs: number;
  readonly promoteRows: number;
  /** Results one transaction records. */
  readonly resultsPerBatch: number;
  /** How long successes wait for others to share their transaction. A crash in that time makes these calls again. */
  readonly recordLingerMs: number;
  /** The same for successes that come in a stream. */
  readonly recordStreamMs: number;
}

export const dispatchLimits: DispatchLimits = {
  inFlight: 1_000,
  perWebhook: 32,
  perWebhookDev: 16,
  perWebhookFirst: 4,
  perStore: 250,
  throttledShare: 0.5,
  slowMs: 1_000,
  retryShare: 0.75,
  webhooksPerClaim: 500,
  leaseMs: 15_000,
  heartbeatMs: 5_000,
  promoteMs: 250,
  promoteRestMs: 2_000,
  promoteRows: 2_000,
  resultsPerBatch: 200,
  recordLingerMs: 15,
  recordStreamMs: 100,
};
