import { setTimeout as pause } from 'node:timers/promises';
import { isAppError, type Tenant } from '@pitanga/core';
import type { Deps } from '../../../deps';

/** Three seconds. */
const patience = { everyMs: 50, looks: 60 };
const deadlineMs = 1_000;

/** A subscription that billing has begun. */
interface StartedSubscription {
  readonly tenant: Tenant;
  readonly id: string;
  readonly requestId: string;
}

/**
 * Waits until a subscription can be read, so that whoever has simulated its payment reads what they wrote: the fact
 * takes a moment from billing to subscriptions. After three seconds it goes on all the same.
 */
export async function waitUntilReadable(
  deps: Pick<Deps, 'clients' | 'clock' | 'log'>,
  started: StartedSubscription,
  { everyMs, looks } = patience,
): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    if (await isReadable(deps, started)) return;
    await pause(everyMs);
  }
}

/** True as well when it cannot be known now: the payment is made, whatever has become of subscriptions. */
async function isReadable(
  { clients, clock, log }: Pick<Deps, 'clients' | 'clock' | 'log'>,
  { tenant, id, requestId }: StartedSubscription,
): Promise<boolean> {
  try {
    const deadline = new Date(clock.real().getTime() + deadlineMs);
    await clients.subscriptions.getSubscription({ tenant, id }, { requestId, deadline });
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.kind === 'NOT_FOUND') return false;
    log.warn({ err: error, requestId, subscriptionId: id }, 'it is not known whether a subscription can be read');
    return true;
  }
}
