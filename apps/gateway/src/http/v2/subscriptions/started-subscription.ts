import { setTimeout as pause } from 'node:timers/promises';
import type { Subscription } from '@pitanga/contracts';
import { isAppError, type Tenant } from '@pitanga/core';
import type { Deps } from '../../../deps';

/** Three seconds in all. */
const waitLimits = { everyMs: 50, attempts: 60 };
const deadlineMs = 1_000;

/** A subscription that billing has started or ended. */
interface SimulatedSubscription {
  readonly tenant: Tenant;
  readonly id: string;
  readonly requestId: string;
}

type WaitDeps = Pick<Deps, 'clients' | 'clock' | 'log'>;

/**
 * Waits until a subscription can be read, so that the caller who simulated its payment reads its own write: the event
 * takes a moment from billing to subscriptions. Stops waiting after three seconds.
 */
export async function waitUntilReadable(
  deps: WaitDeps,
  subscription: SimulatedSubscription,
  limits = waitLimits,
): Promise<void> {
  await waitUntil(deps, subscription, () => true, limits);
}

/** Waits until a subscription that the payer's bank ended is CANCELLED. */
export async function waitUntilCancelled(
  deps: WaitDeps,
  subscription: SimulatedSubscription,
  limits = waitLimits,
): Promise<void> {
  await waitUntil(deps, subscription, (seen) => seen?.status === 'SUBSCRIPTION_STATUS_CANCELLED', limits);
}

async function waitUntil(
  deps: WaitDeps,
  subscription: SimulatedSubscription,
  isReached: (seen: Subscription | undefined) => boolean,
  { everyMs, attempts }: typeof waitLimits,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await hasReached(deps, subscription, isReached)) return;
    await pause(everyMs);
  }
}

/** Also true when subscriptions cannot answer: the simulation itself is done. */
async function hasReached(
  { clients, clock, log }: WaitDeps,
  { tenant, id, requestId }: SimulatedSubscription,
  isReached: (seen: Subscription | undefined) => boolean,
): Promise<boolean> {
  try {
    const deadline = new Date(clock.real().getTime() + deadlineMs);
    const { subscription } = await clients.subscriptions.getSubscription({ tenant, id }, { requestId, deadline });
    return isReached(subscription);
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.kind === 'NOT_FOUND') return false;
    log.warn({ err: error, requestId, subscriptionId: id }, 'it is not known how a subscription stands');
    return true;
  }
}
