import type { CrossTenant } from '@pitanga/core';
import type { Deps } from '../deps';
import type { ClaimedDelivery } from '../deliveries/delivery';
import { claimDueDeliveries, type ClaimRequest } from '../queue/claim-repository';
import type { DispatchLimits } from './dispatch-limits';
import type { InFlightCalls } from './in-flight-calls';

type ClaimDeps = Pick<Deps, 'db' | 'clock' | 'ids'> & { readonly all: CrossTenant };

/**
 * Returns a function that claims once round all webhooks with ready deliveries, from where the last round stopped,
 * while there are free places. It passes each delivery to `start`, which adds it to `calls` synchronously.
 */
export function createClaimRound(
  deps: ClaimDeps,
  limits: DispatchLimits,
  calls: InFlightCalls,
  start: (delivery: ClaimedDelivery) => void,
): () => Promise<void> {
  let afterWebhookId = '';
  return async () => {
    const startedAfter = afterWebhookId;
    let hasWrapped = startedAfter === '';
    for (;;) {
      const request = claimRequest(deps, limits, calls, afterWebhookId);
      if (request.free <= 0) return;
      const { deliveries, nextWebhookId } = await claimDueDeliveries(deps.db, deps.all, request);
      deliveries.forEach(start);
      afterWebhookId = nextWebhookId;
      if (hasWrapped && (nextWebhookId === '' || (startedAfter !== '' && nextWebhookId >= startedAfter))) return;
      hasWrapped ||= nextWebhookId === '';
    }
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
