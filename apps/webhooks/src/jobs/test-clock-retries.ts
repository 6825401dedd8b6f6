import { setTimeout as delay } from 'node:timers/promises';
import type { ClockedWork, StoreClock } from '@pitanga/store-clock';
import type { Dispatcher } from '../delivering/dispatcher';
import type { Deps } from '../deps';
import { countReadyAndLeased, findNextRetry, promoteRetries, shiftRetries } from '../queue/queue-repository';

/** Shorter than the caller's deadline; it calls again while calls are in flight. */
const callsMsMax = 25_000;
/**
 * How long a call may be open until the test clock advances without it. The call keeps its 30 s, but moving the clock
 * by years ends although an endpoint hangs.
 */
const answerMsMax = 2_000;
const pollMs = 5;

/** Webhooks' part in moving a test clock: retries. The queue holds real time, which is store time less the offset. */
export function testClockRetries(
  { db, clock }: Pick<Deps, 'db'> & { readonly clock: StoreClock },
  dispatcher: Pick<Dispatcher, 'wake'>,
): ClockedWork {
  return {
    nextDue: async (tenant, until, after = clock.now(tenant)) => {
      const offsetMs = clock.offsetMs(tenant);
      const toReal = (at: Date): Date => new Date(at.getTime() - offsetMs);
      const due = await findNextRetry(db, tenant, toReal(after), toReal(until));
      return due && new Date(due.getTime() + offsetMs);
    },
    shift: shiftRetries,
    runDue: async (tenant) => {
      await promoteRetries(db, tenant, clock.real());
      const countCalls = (): Promise<number> =>
        countReadyAndLeased(db, tenant, new Date(clock.real().getTime() - answerMsMax));
      const calls = await countCalls();
      if (calls === 0) return 0;
      dispatcher.wake();
      const deadline = performance.now() + callsMsMax;
      while (performance.now() < deadline && (await countCalls()) > 0) await delay(pollMs);
      return calls;
    },
  };
}
