import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { CrossTenant } from '@pitanga/core';
import { createFailureLog } from '@pitanga/runtime';
import type { AttemptResult } from '../deliveries/attempt';
import type { ClaimedDelivery } from '../deliveries/delivery';
import type { Deps } from '../deps';
import { extendLeases, promoteDueAndExpired } from '../queue/lease-repository';
import { createClaimRounds } from './claim-round';
import { dispatchLimits, type DispatchLimits } from './dispatch-limits';
import { createInFlightCalls, type InFlightCalls } from './in-flight-calls';
import { repeat, repeatWhileBusy, wakeableLoop } from './loops';
import type { Recorded } from './record-results';
import { createRecorder } from './recorder';
import { sendAttempt, type AttemptSettings } from './send-attempt';
import { sendMail } from './send-mail';

export interface DispatcherOptions {
  readonly deps: Deps;
  /** The dispatcher delivers for all stores. */
  readonly all: CrossTenant;
  readonly settings: AttemptSettings;
  readonly limits?: Partial<DispatchLimits>;
  readonly onAttempt?: (result: AttemptResult) => void;
  readonly onRecorded?: (recorded: Recorded) => void;
}

export interface Dispatcher {
  /** Claims soon, because deliveries may be ready; cheap and safe to call at any time. */
  wake(): void;
  /** Calls in flight, unrecorded results included. */
  inFlight(): number;
  /** Claims nothing more, lets calls finish for `graceMs`, releases the others and records every result. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Claims due deliveries from the queue and calls their endpoints. No transaction is open during a call: the delivery is
 * leased, and the lease is extended while the call lasts. One claim runs at a time: when deliveries are inserted, when
 * calls end and the last claim left any, and at intervals. It claims no more than there are free places.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { deps, all } = options;
  const limits = { ...dispatchLimits, ...options.limits };
  const calls = createInFlightCalls(limits, () => performance.now());
  const abortCalls = createAbort();
  const recorder = createRecorder({ ...deps, all }, limits, (recorded) => {
    logChanges(deps, recorded);
    options.onRecorded?.(recorded);
    // Retries fall due, perhaps before the next look.
    timers.promotion.wake();
  });

  const run = async (delivery: ClaimedDelivery): Promise<void> => {
    calls.start(delivery);
    try {
      const result = await send(options, delivery, abortCalls.signal);
      options.onAttempt?.(result);
      // After a failure the next call waits for the record, which throttles or disables the webhook.
      if (result.verdict.kind === 'DELIVERED') {
        calls.succeeded(delivery);
        wakeForRoom();
      }
      await recorder.record(result);
    } catch (error) {
      // Its lease expires: the attempt is logged as interrupted and made again.
      deps.log.error({ err: error, deliveryId: delivery.id }, 'an attempt failed unexpectedly');
    } finally {
      calls.remove(delivery);
      wakeForRoom();
    }
  };
  const rounds = createClaimRounds({ ...deps, all }, limits, calls, (delivery) => void run(delivery));
  const loop = wakeableLoop(
    rounds.claim,
    createFailureLog({ log: deps.log, job: 'claim', message: 'due deliveries could not be claimed' }),
  );
  const wakeForRoom = (): void => {
    if (rounds.mayHaveMore()) loop.wake();
  };
  const timers = startTimers({ ...deps, all }, limits, calls, loop.wake);
  loop.wake();
  return {
    wake: () => {
      loop.wake();
      timers.promotion.wake();
    },
    inFlight: () => calls.size,
    stop: async (graceMs) => {
      await timers.promotion.stop();
      await loop.stop();
      await waitUntilEmpty(calls, graceMs);
      recorder.stop();
      abortCalls.abort();
      await waitUntilEmpty(calls, graceMs);
      await recorder.flush();
      await timers.heartbeat.stop();
    },
  };
}

function createAbort(): AbortController {
  const abort = new AbortController();
  // One listener for each call in flight is not a leak.
  setMaxListeners(0, abort.signal);
  return abort;
}

function logChanges({ log }: Pick<Deps, 'log'>, { endpointChanges }: Recorded): void {
  for (const { tenant, ...change } of endpointChanges) {
    log.warn({ ...change, storeId: tenant.storeId }, `an endpoint is ${change.kind}`);
  }
}

function send(
  { deps, settings }: DispatcherOptions,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptResult> {
  return delivery.mail
    ? sendMail(deps, delivery, delivery.mail, signal)
    : sendAttempt(deps, settings, delivery, signal);
}

/** Promotes due retries and expired leases, and extends the leases of this process. */
function startTimers(
  { db, clock, log, all }: Pick<Deps, 'db' | 'clock' | 'log'> & Pick<DispatcherOptions, 'all'>,
  limits: DispatchLimits,
  calls: InFlightCalls,
  wake: () => void,
) {
  const promote = async (): Promise<number | undefined> => {
    const now = clock.real();
    const { reclaimed, isReady, nextDueAt } = await promoteDueAndExpired(db, all, now, limits.promoteRows);
    if (reclaimed > 0) log.warn({ reclaimed }, 'deliveries of a silent process were taken over');
    // Also for what another process made ready: it may have ended since, or have no free place.
    if (isReady) wake();
    if (isReady) return 0;
    return nextDueAt === null ? undefined : nextDueAt.getTime() - now.getTime();
  };
  const extend = async (): Promise<void> => {
    await extendLeases(db, calls.all(), limits.leaseMs);
  };
  return {
    promotion: repeatWhileBusy(
      { everyMs: limits.promoteMs, restMs: limits.promoteRestMs },
      promote,
      createFailureLog({ log, job: 'promote', message: 'due deliveries could not be promoted' }),
    ),
    heartbeat: repeat(
      limits.heartbeatMs,
      extend,
      createFailureLog({ log, job: 'extend leases', message: 'leases could not be extended' }),
      // No backoff: after an outage of the database another process takes over what is not extended in time.
      limits.heartbeatMs,
    ),
  };
}

async function waitUntilEmpty(calls: Pick<InFlightCalls, 'size'>, timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (calls.size > 0 && performance.now() < until) await delay(10);
}
