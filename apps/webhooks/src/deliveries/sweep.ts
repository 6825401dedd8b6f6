import type { Deps } from '../deps';
import { claimDueDeliveries, type ClaimRequest } from './claim-repository';
import type { ClaimedDelivery } from './delivery';
import type { DispatchLimits } from './dispatch-limits';

/** Deliveries leased to this process: calls under way, and ended ones until their results are recorded. */
export type Calls = Map<ClaimedDelivery, 'calling' | 'ended'>;

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
  let suspects = 0;
  let retries = 0;
  const held = new Map<string, { webhookId: string; calling: number; ended: number }>();
  for (const [{ webhookId, isSuspect, failures }, state] of calls) {
    if (isSuspect) suspects += 1;
    if (failures > 0) retries += 1;
    const own = held.get(webhookId) ?? { webhookId, calling: 0, ended: 0 };
    own[state] += 1;
    held.set(webhookId, own);
  }
  return {
    held: [...held.values()],
    afterWebhookId,
    free: limits.inFlight - calls.size,
    suspectFree: Math.floor(limits.inFlight * limits.suspectShare) - suspects,
    retryFree: Math.floor(limits.inFlight * limits.retryShare) - retries,
    limits,
    now: clock.real(),
    leaseToken: ids.token(16),
  };
}
