import type { ClaimedDelivery } from '../deliveries/delivery';
import type { WebhookCalls } from '../queue/claim-repository';
import type { DispatchLimits } from './dispatch-limits';

/** The deliveries leased to this process: open calls, and answered ones until their results are recorded. */
export interface InFlightCalls {
  readonly size: number;
  start(delivery: ClaimedDelivery): void;
  /** Ends the call before its result is recorded, so that the next one to the webhook need not wait for the record. */
  succeeded(delivery: ClaimedDelivery): void;
  /** Called when the result is recorded or the delivery is left to its lease. */
  remove(delivery: ClaimedDelivery): void;
  all(): ClaimedDelivery[];
  summary(): { readonly inFlight: WebhookCalls[]; readonly throttled: number; readonly retries: number };
}

interface Call {
  readonly startedMs: number;
  isOpen: boolean;
}

/** A webhook's calls in flight, and its successes for as long as there are any. */
interface Ramp {
  calls: number;
  successes: number;
}

/**
 * Limits the calls to an endpoint by its successes: `perWebhookFirst` at first, and one more for each success while
 * there are calls to it. Fifty endpoints that start to hang at once would otherwise each occupy their full cap, and
 * together every place of the process, until the first calls time out. For the same reason, calls without an answer
 * for `slowMs` count as calls to a throttled webhook.
 *
 * @param nowMs a monotonic clock
 */
export function createInFlightCalls(limits: DispatchLimits, nowMs: () => number): InFlightCalls {
  const calls = new Map<ClaimedDelivery, Call>();
  const ramps = new Map<string, Ramp>();
  return {
    get size() {
      return calls.size;
    },
    start: (delivery) => {
      calls.set(delivery, { startedMs: nowMs(), isOpen: true });
      const ramp = ramps.get(delivery.webhookId) ?? { calls: 0, successes: 0 };
      ramp.calls += 1;
      ramps.set(delivery.webhookId, ramp);
    },
    succeeded: (delivery) => {
      const call = calls.get(delivery);
      if (call) call.isOpen = false;
      const ramp = ramps.get(delivery.webhookId);
      if (ramp) ramp.successes += 1;
    },
    remove: (delivery) => {
      if (!calls.delete(delivery)) return;
      const ramp = ramps.get(delivery.webhookId);
      if (!ramp) return;
      ramp.calls -= 1;
      if (ramp.calls === 0) ramps.delete(delivery.webhookId);
    },
    all: () => [...calls.keys()],
    summary: () => {
      const slowSinceMs = nowMs() - limits.slowMs;
      let throttled = 0;
      let retries = 0;
      const byWebhook = new Map<string, WebhookCalls>();
      for (const [{ webhookId, isThrottled, failures }, { startedMs, isOpen }] of calls) {
        const isSlow = isOpen && startedMs < slowSinceMs;
        if (isThrottled || isSlow) throttled += 1;
        if (failures > 0) retries += 1;
        const openMax = limits.perWebhookFirst + (ramps.get(webhookId)?.successes ?? 0);
        const own = byWebhook.get(webhookId) ?? { webhookId, open: 0, unrecorded: 0, openMax, isSlow: false };
        byWebhook.set(webhookId, {
          ...own,
          open: own.open + (isOpen ? 1 : 0),
          unrecorded: own.unrecorded + (isOpen ? 0 : 1),
          isSlow: own.isSlow || isSlow,
        });
      }
      return { inFlight: [...byWebhook.values()], throttled, retries };
    },
  };
}
