import type { Deps } from '../deps';
import { claimDueDeliveries, type ClaimRequest } from '../queue/claim-repository';
import type { ClaimedDelivery } from '../deliveries/delivery';
import type { DispatchLimits } from './dispatch-limits';
import type { Calls } from './in-flight-calls';

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'ids'>;

/**
 * Makes a function that claims once round all webhooks with ready deliveries, from where the last sweep
 * stopped, while there is room, and starts what it claims. `start` adds to `calls` at once.
 */
export function createSweep(
  deps: SweepDeps,
  limits: DispatchLimits,
  calls: Calls,
  start: (delivery: ClaimedDelivery) => void,
): () => Promise<void> {
  let afterWebhookId = '';
  return async () => {
    const startedAfter = afterWebhookId;
    let hasWrapped = startedAfter === '';
    for (;;) {
      const request = claimRequest(deps, limits, calls, afterWebhookId);
      if (request.free <= 0) return;
      const { deliveries, nextWebhookId } = await claimDueDeliveries(deps.db, request);
      deliveries.forEach(start);
      afterWebhookId = nextWebhookId;
      if (hasWrapped && (nextWebhookId === '' || (startedAfter !== '' && nextWebhookId >= startedAfter))) return;
      hasWrapped ||= nextWebhookId === '';
    }
  };
}

function claimRequest(
  { clock, ids }: SweepDeps,
  limits: DispatchLimits,
  calls: Calls,
  afterWebhookId: string,
): ClaimRequest {
  const { held, suspects, retries } = calls.summary();
  return {
    held,
    afterWebhookId,
    free: limits.inFlight - calls.size,
    suspectFree: Math.floor(limits.inFlight * limits.suspectShare) - suspects,
    retryFree: Math.floor(limits.inFlight * limits.retryShare) - retries,
    limits,
    now: clock.real(),
    leaseToken: ids.token(16),
  };
}
