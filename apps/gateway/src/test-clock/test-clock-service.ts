import type { Clock, IdSource, Tenant } from '@pitanga/core';
import { resumeOnce, type Db, type ResponseCodec } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { periodic, type Log } from '@pitanga/runtime';
import { moveClock, testClockDevOnly, type StoreClock } from '@pitanga/store-clock';
import { advanceClock, type AdvanceDeps, type ClockedService, type ClockEvent } from './advance-clock';
import { advanceUnderWay, targetNotAhead, targetTooFar } from './clock-advance-errors';
import {
  acquireClockLease,
  deleteClockAdvance,
  endClockLease,
  findClockAdvanceTarget,
  renewClockLease,
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
   * Advances a store's clock and does everything that falls due; one at a time for a store. An interrupted advance
   * resumes when it is requested again with the same target or the same idempotency key.
   * @throws AppError FAILED_PRECONDITION for production, INVALID_ARGUMENT for a target that is not after the store's
   * time or more than 10 years ahead, ABORTED while another advance of the store is under way, DEADLINE_EXCEEDED after
   * 10 minutes.
   */
  advance(tenant: Tenant, to: Date, context: CallContext): Promise<ClockAdvance>;
  /** Interrupts the advances under way. */
  stop(): void;
}

export interface TestClocksOptions {
  readonly db: Db;
  readonly clock: StoreClock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly services: readonly ClockedService[];
}

const yearsMax = 10;
/** After a failure the next one waits longer: one may fail before the lease ends. */
const renewEveryMs = 4_000;

export function createTestClocks(options: TestClocksOptions): TestClocks {
  const { db, clock, services } = options;
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
          const interrupted = await findClockAdvanceTarget(tx, tenant);
          if (interrupted?.getTime() !== to.getTime()) checkTarget(clock, tenant, to);
          return to.toISOString();
        },
        // The services get no idempotency key: their calls are repeatable by themselves.
        finish: () =>
          withLease(options, tenant, to, async () => {
            const events = await advanceClock(deps, tenant, to, { requestId });
            return { now: clock.now(tenant), events };
          }),
      });
    },
    stop: () => {
      stopping.abort();
    },
  };
}

/** Does the work while this request alone may advance the store's clock. */
async function withLease<T>(
  { db, ids, log }: TestClocksOptions,
  tenant: Tenant,
  target: Date,
  work: () => Promise<T>,
): Promise<T> {
  const token = ids.token(16);
  if (!(await acquireClockLease(db, tenant, { target, token }))) throw advanceUnderWay();
  const renewLease = () => renewClockLease(db, tenant, token);
  const renewal = periodic('lease of an advance', renewEveryMs, renewLease, log);
  try {
    const answer = await work();
    await renewal.stop();
    await deleteClockAdvance(db, tenant, token);
    return answer;
  } catch (error) {
    await renewal.stop();
    await endClockLease(db, tenant, token);
    throw error;
  }
}

function checkTarget(clock: Clock, tenant: Tenant, to: Date): void {
  const now = clock.now(tenant);
  if (to <= now) throw targetNotAhead(now);
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + yearsMax);
  if (to > last) throw targetTooFar();
}

/** As stored with the idempotency key. */
interface StoredClockAdvance {
  readonly now: string;
  readonly happenings: readonly { readonly at: string; readonly type: string; readonly id: string }[];
}

const clockAdvanceCodec: ResponseCodec<ClockAdvance> = {
  encode: ({ now, events }) => ({ finish: () => Buffer.from(JSON.stringify({ now, happenings: events })) }),
  decode: (bytes) => {
    const { now, happenings } = JSON.parse(Buffer.from(bytes).toString()) as StoredClockAdvance;
    const events = happenings.map(({ at, ...rest }) => ({ ...rest, at: new Date(at) }));
    return { now: new Date(now), events };
  },
};
