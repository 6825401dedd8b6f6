import { setTimeout as pause } from 'node:timers/promises';
import type { Subscription } from '@pitanga/contracts';
import { isAppError, type Tenant } from '@pitanga/core';
import type { Deps } from '../../../deps';

/** Three seconds. */
const patience = { everyMs: 50, looks: 60 };
const deadlineMs = 1_000;

/** A subscription that billing has begun or ended. */
interface ToldSubscription {
  readonly tenant: Tenant;
  readonly id: string;
  readonly requestId: string;
}

type WaitDeps = Pick<Deps, 'clients' | 'clock' | 'log'>;

/**
 * Waits until a subscription can be read, so that whoever has simulated its payment reads what they wrote: the fact
 * takes a moment from billing to subscriptions. After three seconds it goes on all the same.
 */
export async function waitUntilReadable(deps: WaitDeps, told: ToldSubscription, limits = patience): Promise<void> {
  await waitUntil(deps, told, () => true, limits);
}

/** The same for one that the payer's bank has ended. */
export async function waitUntilCancelled(deps: WaitDeps, told: ToldSubscription, limits = patience): Promise<void> {
  await waitUntil(deps, told, (seen) => seen?.status === 'SUBSCRIPTION_STATUS_CANCELLED', limits);
}

async function waitUntil(
  deps: WaitDeps,
  told: ToldSubscription,
  isSo: (seen: Subscription | undefined) => boolean,
  { everyMs, looks }: typeof patience,
): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    if (await isTold(deps, told, isSo)) return;
    await pause(everyMs);
  }
}

/** True as well when it cannot be known now: what was simulated is done, whatever has become of subscriptions. */
async function isTold(
  { clients, clock, log }: WaitDeps,
  { tenant, id, requestId }: ToldSubscription,
  isSo: (seen: Subscription | undefined) => boolean,
): Promise<boolean> {
  try {
    const deadline = new Date(clock.real().getTime() + deadlineMs);
    const { subscription } = await clients.subscriptions.getSubscription({ tenant, id }, { requestId, deadline });
    return isSo(subscription);
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.kind === 'NOT_FOUND') return false;
    log.warn({ err: error, requestId, subscriptionId: id }, 'it is not known how a subscription stands');
    return true;
  }
}
