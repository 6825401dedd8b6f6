import type { HeldCalls } from '../queue/claim-repository';
import type { ClaimedDelivery } from '../deliveries/delivery';
import type { DispatchLimits } from './dispatch-limits';

/** Deliveries leased to this process: calls under way, and ended ones until their results are recorded. */
export interface Calls {
  readonly size: number;
  start(delivery: ClaimedDelivery): void;
  /** The endpoint took it: the next call need not wait for the record. */
  succeeded(delivery: ClaimedDelivery): void;
  /** Recorded, or given up. */
  remove(delivery: ClaimedDelivery): void;
  all(): ClaimedDelivery[];
  /** What a claim has to know about them. */
  summary(): { readonly held: HeldCalls[]; readonly suspects: number; readonly retries: number };
}

interface Call {
  readonly startedMs: number;
  isOver: boolean;
}

interface Ramp {
  calls: number;
  successes: number;
}

/**
 * Nobody knows an endpoint before it has answered: each gets `perWebhookFirst` calls, and one more for every success,
 * for as long as there are calls to it. Otherwise fifty endpoints that begin to hang at once would each take their
 * whole cap, and with them every place of the process, until the first of them time out. Calls that stay without an
 * answer count as those of a slowed-down webhook for the same reason.
 *
 * @param nowMs a monotonic clock
 */
export function createCalls(limits: DispatchLimits, nowMs: () => number): Calls {
  const calls = new Map<ClaimedDelivery, Call>();
  const ramps = new Map<string, Ramp>();
  return {
    get size() {
      return calls.size;
    },
    start: (delivery) => {
      calls.set(delivery, { startedMs: nowMs(), isOver: false });
      const ramp = ramps.get(delivery.webhookId) ?? { calls: 0, successes: 0 };
      ramp.calls += 1;
      ramps.set(delivery.webhookId, ramp);
    },
    succeeded: (delivery) => {
      const call = calls.get(delivery);
      if (call) call.isOver = true;
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
      let suspects = 0;
      let retries = 0;
      const held = new Map<string, HeldCalls>();
      for (const [{ webhookId, isSuspect, failures }, { startedMs, isOver }] of calls) {
        const isSlow = !isOver && startedMs < slowSinceMs;
        if (isSuspect || isSlow) suspects += 1;
        if (failures > 0) retries += 1;
        const ownMax = limits.perWebhookFirst + (ramps.get(webhookId)?.successes ?? 0);
        const own = held.get(webhookId) ?? { webhookId, calling: 0, ended: 0, ownMax, isSlow: false };
        held.set(webhookId, {
          ...own,
          calling: own.calling + (isOver ? 0 : 1),
          ended: own.ended + (isOver ? 1 : 0),
          isSlow: own.isSlow || isSlow,
        });
      }
      return { held: [...held.values()], suspects, retries };
    },
  };
}
