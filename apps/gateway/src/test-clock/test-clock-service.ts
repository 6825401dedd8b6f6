import type { Clock, IdSource, Tenant } from '@pitanga/core';
import { resumably, type Db, type ResponseCodec } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { periodic, type Log } from '@pitanga/runtime';
import { moveClock, testClockDevOnly, type StoreClock } from '@pitanga/store-clock';
import { advanceTo, type ClockedService, type ClockEvent } from './advance';
import { advanceUnderWay, targetNotAhead, targetTooFar } from './advance-errors';
import { deleteAdvance, findTarget, setLease, takeLease } from './advance-repository';

/** Where a clock has arrived, and what happened on the way. */
export interface Advanced {
  /** The store's time. */
  readonly now: Date;
  readonly happenings: readonly ClockEvent[];
}

/** The test clock of stores' dev environments. */
export interface TestClocks {
  /**
   * Moves a store's clock forward and does everything due on the way; one at a time for a store. An advance that was
   * interrupted goes on when it is asked for again, with the same target or the same idempotency key.
   * @throws AppError FAILED_PRECONDITION for production, INVALID_ARGUMENT for a target that is not after the store's
   * time or more than 10 years ahead, ABORTED while another advance of the store is under way, DEADLINE_EXCEEDED after
   * 10 minutes.
   */
  advance(tenant: Tenant, to: Date, context: CallContext): Promise<Advanced>;
  /** Interrupts what is under way. */
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
const leaseMs = 15_000;
const renewEveryMs = 4_000;

export function createTestClocks(options: TestClocksOptions): TestClocks {
  const { db, clock, log, services } = options;
  const stopping = new AbortController();
  const deps = {
    services,
    real: () => clock.real(),
    ownOffsetMs: (tenant: Tenant) => clock.offsetMs(tenant),
    moveOwn: (tenant: Tenant, offsetMs: number, isAdvancing: boolean) =>
      moveClock({ db, clock }, tenant, { offsetMs, isAdvancing }, () => Promise.resolve()),
    stopping: stopping.signal,
  };

  const leased = async <T>(tenant: Tenant, target: Date, work: () => Promise<T>): Promise<T> => {
    const token = options.ids.token(16);
    const until = (ms: number): Date => new Date(clock.real().getTime() + ms);
    if (!(await takeLease(db, tenant, { target, token, until: until(leaseMs) }, clock.real()))) throw advanceUnderWay();
    const renewal = periodic(
      'lease of an advance',
      renewEveryMs,
      () => setLease(db, tenant, token, until(leaseMs)),
      log,
    );
    try {
      const answer = await work();
      await renewal.stop();
      await deleteAdvance(db, tenant, token);
      return answer;
    } catch (error) {
      await renewal.stop();
      await setLease(db, tenant, token, until(0));
      throw error;
    }
  };

  return {
    advance: async (tenant, to, context) => {
      if (!tenant.devMode) throw testClockDevOnly();
      // Another gateway may just have moved it.
      await clock.reload(tenant);
      const { requestId, idempotency } = context;
      const { response, replayed } = await resumably(db, tenant, idempotency, advancedCodec, clock.real(), {
        begin: async (tx) => {
          const interrupted = await findTarget(tx, tenant);
          if (interrupted?.getTime() !== to.getTime()) checkTarget(clock, tenant, to);
          return to.toISOString();
        },
        // The services see no key of the caller: what they are asked is safe to repeat by itself.
        finish: () =>
          leased(tenant, to, async () => {
            const happenings = await advanceTo(deps, tenant, to, { requestId });
            return { now: clock.now(tenant), happenings };
          }),
      });
      if (replayed) context.replayed = true;
      return response;
    },
    stop: () => {
      stopping.abort();
    },
  };
}

function checkTarget(clock: Clock, tenant: Tenant, to: Date): void {
  const now = clock.now(tenant);
  if (to <= now) throw targetNotAhead(now);
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + yearsMax);
  if (to > last) throw targetTooFar();
}

interface StoredAdvanced {
  readonly now: string;
  readonly happenings: readonly { readonly at: string; readonly type: string; readonly id: string }[];
}

const advancedCodec: ResponseCodec<Advanced> = {
  encode: (advanced) => ({ finish: () => Buffer.from(JSON.stringify(advanced)) }),
  decode: (bytes) => {
    const { now, happenings } = JSON.parse(Buffer.from(bytes).toString()) as StoredAdvanced;
    return { now: new Date(now), happenings: happenings.map(({ at, ...rest }) => ({ ...rest, at: new Date(at) })) };
  },
};
