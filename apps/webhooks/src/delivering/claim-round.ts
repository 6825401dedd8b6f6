import type { CrossTenant } from '@pitanga/core';
import type { Deps } from '../deps';
import type { ClaimedDelivery } from '../deliveries/delivery';
import { claimDueDeliveries, type ClaimRequest } from '../queue/claim-repository';
import type { DispatchLimits } from './dispatch-limits';
import type { InFlightCalls } from './in-flight-calls';

type ClaimDeps = Pick<Deps, 'db' | 'clock' | 'ids'> & { readonly all: CrossTenant };

export interface ClaimRounds {
  /**
   * Claims once round all webhooks with ready deliveries, from where the last round stopped, while there are free places.
   */
  readonly claim: () => Promise<void>;
  /**
   * False while the last round took all that was ready: a call that ends then makes room for nothing. What becomes ready
   * later comes with a wake of its own.
   */
  readonly mayHaveMore: () => boolean;
}

/** Passes each claimed delivery to `start`, which adds it to `calls` synchronously. */
export function createClaimRounds(
  deps: ClaimDeps,
  limits: DispatchLimits,
  calls: InFlightCalls,
  start: (delivery: ClaimedDelivery) => void,
): ClaimRounds {
  let afterWebhookId = '';
  let mayHaveMore = true;
  /** Returns whether it left anything that may be ready. */
  const round = async (): Promise<boolean> => {
    const startedAfter = afterWebhookId;
    let hasWrapped = startedAfter === '';
    let leftSome = false;
    for (;;) {
      const request = claimRequest(deps, limits, calls, afterWebhookId);
      if (request.free <= 0) return true;
      const { deliveries, isHeldBack, nextWebhookId } = await claimDueDeliveries(deps.db, deps.all, request);
      deliveries.forEach(start);
      leftSome ||= isHeldBack;
      afterWebhookId = nextWebhookId;
      if (hasWrapped && (nextWebhookId === '' || (startedAfter !== '' && nextWebhookId >= startedAfter))) {
        return leftSome;
      }
      hasWrapped ||= nextWebhookId === '';
    }
  };
  return {
    claim: async () => {
      // A call that ends during the round may make room that the round has not seen.
      mayHaveMore = true;
      mayHaveMore = await round();
    },
    mayHaveMore: () => mayHaveMore,
  };
}

function claimRequest(
  { clock, ids }: ClaimDeps,
  limits: DispatchLimits,
  calls: InFlightCalls,
  afterWebhookId: string,
): ClaimRequest {
  const { inFlight, throttled, retries } = calls.summary();
  return {
    inFlight,
    afterWebhookId,
    free: limits.inFlight - calls.size,
    throttledFree: Math.floor(limits.inFlight * limits.throttledShare) - throttled,
    retryFree: Math.floor(limits.inFlight * limits.retryShare) - retries,
    limits,
    now: clock.real(),
    leaseToken: ids.token(16),
  };
}
