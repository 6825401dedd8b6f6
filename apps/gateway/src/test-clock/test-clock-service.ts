import { setTimeout as delay } from 'node:timers/promises';
import type { AppendedEvent, TestClockServiceDefinition } from '@pitanga/contracts';
import type { Clock, IdSource, Tenant } from '@pitanga/core';
import { resumeOnce, type Db, type ResponseCodec } from '@pitanga/database';
import type { CallContext, RpcClient } from '@pitanga/rpc';
import { periodic, type Log } from '@pitanga/runtime';
import { moveClock, testClockDevOnly, type StoreClock } from '@pitanga/store-clock';
import { advanceClock, advanceMsMax, type AdvanceDeps, type ClockedService, type ClockEvent } from './advance-clock';
import {
  advanceInterrupted,
  advanceTooLong,
  advanceUnderWay,
  targetNotAhead,
  targetTooFar,
} from './clock-advance-errors';
import {
  acquireClockLease,
  deleteClockAdvance,
  endClockLease,
  findClockAdvanceTarget,
  findFinishedAdvance,
  renewClockLease,
  saveFinishedAdvance,
  type ClockAdvanceLease,
} from './clock-advance-repository';

/** The result of an advance. */
export interface ClockAdvance {
  /** The store's time. */
  readonly now: Date;
  readonly events: readonly ClockEvent[];
}

/** The test clock of stores' dev environments. */
export interface TestClocks {
  /**
   * Advances a store's clock and does everything that falls due; one at a time for a store. A repeat with the same target
   * waits for the one under way, resumes one that was interrupted, or answers what the last one did.
   * @throws AppError FAILED_PRECONDITION for production, INVALID_ARGUMENT for a target that is not after the store's
   * time or more than 10 years ahead, ABORTED while an advance to another target is under way, DEADLINE_EXCEEDED after
   * 10 minutes.
   */
  advance(tenant: Tenant, to: Date, context: CallContext): Promise<ClockAdvance>;
  /**
   * Waits until what a simulation appended is booked in the ledger and can be read as events, for five seconds at most;
   * returns whether it is. Never throws: the simulation itself is done.
   */
  awaitApplied(tenant: Tenant, appended: readonly AppendedEvent[], context: CallContext): Promise<boolean>;
  /** Interrupts the advances under way. */
  stop(): void;
}

/** A service that applies the events of others. */
type Consumer = Pick<RpcClient<TestClockServiceDefinition>, 'awaitApplied'>;

export interface TestClocksOptions {
  readonly db: Db;
  readonly clock: StoreClock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly services: readonly ClockedService[];
  /** The services that a client reads after a simulation. */
  readonly consumers: readonly Consumer[];
}

const yearsMax = 10;
/** After a failure the next one waits longer: one may fail before the lease ends. */
const renewEveryMs = 4_000;

export function createTestClocks(options: TestClocksOptions): TestClocks {
  const { db, clock, log, services, consumers } = options;
  const stopping = new AbortController();
  const deps: AdvanceDeps = {
    services,
    real: () => clock.real(),
    ownOffsetMs: (tenant) => clock.offsetMs(tenant),
    moveOwnClock: (tenant, offsetMs, isAdvancing) =>
      moveClock({ db, clock }, tenant, { offsetMs, isAdvancing }, () => Promise.resolve()),
    stopping: stopping.signal,
  };

  return {
    advance: async (tenant, to, context) => {
      if (!tenant.devMode) throw testClockDevOnly();
      // Another gateway may just have moved it.
      await clock.reload(tenant);
      const { requestId, idempotency } = context;
      const call = { tenant, idempotency, markReplayed: () => (context.replayed = true) };
      return resumeOnce({ db, clock, tools: { clock } }, call, clockAdvanceCodec, {
        begin: async ({ db: tx }) => {
          const started = await findClockAdvanceTarget(tx, tenant);
          const isRepeat = started?.getTime() === to.getTime() || (await findFinishedAdvance(tx, tenant, to));
          if (!isRepeat) checkTarget(clock, tenant, to);
          return to.toISOString();
        },
        // The services get no idempotency key: their calls are repeatable by themselves.
        finish: () =>
          withLease({ ...options, stopping: stopping.signal }, tenant, to, async () => {
            const events = await advanceClock(deps, tenant, to, { requestId });
            return { now: clock.now(tenant), events };
          }),
      });
    },
    awaitApplied: async (tenant, appended, { requestId }) => {
      if (appended.length === 0) return true;
      const asked = { tenant, events: [...appended] };
      const ask = async (consumer: Consumer): Promise<boolean> => {
        try {
          return (await consumer.awaitApplied(asked, { requestId })).applied;
        } catch (error) {
          log.warn({ err: error, requestId }, 'it is not known whether a simulation has been booked');
          return false;
        }
      };
      return (await Promise.all(consumers.map(ask))).every(Boolean);
    },
    stop: () => {
      stopping.abort();
    },
  };
}

/**
 * Does the work while this request alone may advance the store's clock, and keeps its answer; answers what is kept where
 * another request has done it.
 */
async function withLease(
  options: TestClocksOptions & { readonly stopping: AbortSignal },
  tenant: Tenant,
  target: Date,
  work: () => Promise<ClockAdvance>,
): Promise<ClockAdvance> {
  const { db, ids, log } = options;
  const token = ids.token(16);
  await acquireOrWait(options, tenant, { target, token });
  const renewLease = () => renewClockLease(db, tenant, token);
  const renewal = periodic('lease of an advance', renewEveryMs, renewLease, log);
  try {
    const done = await findFinishedAdvance(db, tenant, target);
    const answer = done === undefined ? await work() : fromStored(done);
    await renewal.stop();
    if (done === undefined) await saveFinishedAdvance(db, tenant, target, toStored(answer));
    await deleteClockAdvance(db, tenant, token);
    return answer;
  } catch (error) {
    await renewal.stop();
    await endClockLease(db, tenant, token);
    throw error;
  }
}

const askEveryMs = 250;

/** Waits for the end of an advance to the same target; refuses while there is one to another. */
async function acquireOrWait(
  { db, clock, stopping }: TestClocksOptions & { readonly stopping: AbortSignal },
  tenant: Tenant,
  lease: ClockAdvanceLease,
): Promise<void> {
  const until = performance.now() + advanceMsMax;
  while (!(await acquireClockLease(db, tenant, lease))) {
    const started = await findClockAdvanceTarget(db, tenant);
    if (started && started.getTime() !== lease.target.getTime()) throw advanceUnderWay();
    if (stopping.aborted) throw advanceInterrupted();
    if (performance.now() > until) throw advanceTooLong();
    await delay(askEveryMs);
  }
  // Another gateway may have moved it since.
  await clock.reload(tenant);
}

function checkTarget(clock: Clock, tenant: Tenant, to: Date): void {
  const now = clock.now(tenant);
  if (to <= now) throw targetNotAhead(now);
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + yearsMax);
  if (to > last) throw targetTooFar();
}

/** As kept for a repeat. */
interface StoredClockAdvance {
  readonly now: string;
  readonly happenings: readonly { readonly at: string; readonly type: string; readonly id: string }[];
}

function toStored({ now, events }: ClockAdvance): string {
  return JSON.stringify({ now, happenings: events });
}

function fromStored(text: string): ClockAdvance {
  const { now, happenings } = JSON.parse(text) as StoredClockAdvance;
  return { now: new Date(now), events: happenings.map(({ at, ...rest }) => ({ ...rest, at: new Date(at) })) };
}

const clockAdvanceCodec: ResponseCodec<ClockAdvance> = {
  encode: (advance) => ({ finish: () => Buffer.from(toStored(advance)) }),
  decode: (bytes) => fromStored(Buffer.from(bytes).toString()),
};
