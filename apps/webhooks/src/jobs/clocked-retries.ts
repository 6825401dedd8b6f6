import { setTimeout as delay } from 'node:timers/promises';
import type { StoreClock, ClockedWork } from '@pitanga/store-clock';
import type { Deps } from '../deps';
import type { Dispatcher } from '../delivering/dispatcher';
import { countCalls, findNextRetry } from '../queue/retry-queries';
import { promoteRetries, shiftRetries } from '../queue/retry-repository';

/** Less than the caller waits; what is left then is still under way and asked for again. */
const callsMsMax = 25_000;
/**
 * Every attempt has its 30 s, but an advance over years must end although an endpoint is dead: one that
 * leaves a call without an answer for longer than this is not waited for, and the clock goes on while it is called.
 */
const answerMsMax = 2_000;
const pollMs = 5;

/**
 * What of webhooks happens at instants of a store's time: retries. The queue knows real instants only, so those of a
 * store are its own less how far it is ahead.
 */
export function clockedRetries(
  { db, clock }: Pick<Deps, 'db'> & { readonly clock: StoreClock },
  dispatcher: Pick<Dispatcher, 'wake'>,
): ClockedWork {
  return {
    nextDue: async (tenant, until, after = clock.now(tenant)) => {
      const offsetMs = clock.offsetMs(tenant);
      const realOf = (at: Date): Date => new Date(at.getTime() - offsetMs);
      const due = await findNextRetry(db, tenant, realOf(after), realOf(until));
      return due && new Date(due.getTime() + offsetMs);
    },
    shift: shiftRetries,
    runDue: async (tenant) => {
      await promoteRetries(db, tenant, clock.real());
      const callsLeft = (): Promise<number> => countCalls(db, tenant, new Date(clock.real().getTime() - answerMsMax));
      const calls = await callsLeft();
      if (calls === 0) return 0;
      dispatcher.wake();
      const deadline = performance.now() + callsMsMax;
      while (performance.now() < deadline && (await callsLeft()) > 0) await delay(pollMs);
      return calls;
    },
  };
}
