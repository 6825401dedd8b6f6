import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createFailureLog } from '@pitanga/runtime';
import type { Deps } from '../deps';
import type { AttemptResult } from '../deliveries/attempt';
import { attempt, type AttemptSettings } from './send-attempt';
import type { ClaimedDelivery } from '../deliveries/delivery';
import { dispatchLimits, type DispatchLimits } from './dispatch-limits';
import { createCalls, type Calls } from './in-flight-calls';
import { claimExpiredAndDue, extendLeases } from '../queue/lease-repository';
import { repeat, wakefulLoop } from './loops';
import { createRecorder, type Recorded } from './recorder';
import { createSweep } from './sweep';

export interface DispatcherOptions {
  readonly deps: Deps;
  readonly settings: AttemptSettings;
  readonly limits?: Partial<DispatchLimits>;
  readonly onAttempt?: (result: AttemptResult) => void;
  readonly onRecorded?: (recorded: Recorded) => void;
}

export interface Dispatcher {
  /** Says that something may be ready; cheap, and called as often as one likes. */
  wake(): void;
  /** Calls under way, unrecorded results included. */
  inFlight(): number;
  /** Takes nothing new, lets calls finish for `graceMs`, gives the others back, records everything. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Takes due deliveries from the queue and calls their endpoints. No transaction is open during a call: a
 * delivery is leased, and the lease is extended while the call lasts. One claim is under way at a time; it
 * runs when facts arrive, when calls end and by a timer, and never takes more than there is room for.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { deps, settings } = options;
  const limits = { ...dispatchLimits, ...options.limits };
  const calls = createCalls(limits, () => performance.now());
  const giveUp = new AbortController();
  // One listener for each call under way is no leak.
  setMaxListeners(0, giveUp.signal);
  const recorder = createRecorder(deps, limits, (recorded) => {
    for (const { tenant, ...trouble } of recorded.troubles) {
      deps.log.warn({ ...trouble, storeId: tenant.storeId }, `an endpoint is ${trouble.kind}`);
    }
    options.onRecorded?.(recorded);
  });

  const run = async (delivery: ClaimedDelivery): Promise<void> => {
    calls.start(delivery);
    try {
      const result = await attempt(deps, settings, delivery, giveUp.signal);
      options.onAttempt?.(result);
      // After a failure the next call waits for the record, which slows the webhook down or disables it.
      if (result.verdict.kind === 'DELIVERED') {
        calls.succeeded(delivery);
        loop.wake();
      }
      await recorder.record(result);
    } catch (error) {
      // Left to its lease: it is tried again, and logged as interrupted.
      deps.log.error({ err: error, deliveryId: delivery.id }, 'an attempt failed unexpectedly');
    } finally {
      calls.remove(delivery);
      loop.wake();
    }
  };
  const loop = wakefulLoop(
    createSweep(deps, limits, calls, (delivery) => void run(delivery)),
    createFailureLog({ log: deps.log, job: 'claim', message: 'due deliveries could not be claimed' }),
  );
  const timers = startTimers(deps, limits, calls, loop.wake);
  loop.wake();
  return {
    wake: loop.wake,
    inFlight: () => calls.size,
    stop: async (graceMs) => {
      await timers.promotion.stop();
      await loop.stop();
      await settled(calls, graceMs);
      recorder.stop();
      giveUp.abort();
      await settled(calls, graceMs);
      await recorder.flush();
      await timers.heartbeat.stop();
    },
  };
}

/** Looks at the clock for due retries and silent processes, and keeps our own leases. */
function startTimers(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  limits: DispatchLimits,
  calls: Calls,
  wake: () => void,
) {
  const promote = async (): Promise<void> => {
    const { reclaimed, isReady } = await claimExpiredAndDue(db, clock.real(), limits.promoteRows);
    if (reclaimed > 0) log.warn({ reclaimed }, 'deliveries of a silent process were taken over');
    // Also what another process made ready: it may have died before it looked, or have no room.
    if (isReady) wake();
  };
  const extend = async (): Promise<void> => {
    await extendLeases(db, calls.all(), limits.leaseMs);
  };
  return {
    promotion: repeat(
      limits.promoteMs,
      promote,
      createFailureLog({ log, job: 'promote', message: 'due deliveries could not be promoted' }),
    ),
    heartbeat: repeat(
      limits.heartbeatMs,
      extend,
      createFailureLog({ log, job: 'extend leases', message: 'leases could not be extended' }),
      // Another process takes over what is not extended in time, however long the database was away.
      limits.heartbeatMs,
    ),
  };
}

async function settled(calls: Pick<Calls, 'size'>, timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (calls.size > 0 && performance.now() < until) await delay(10);
}
