import { setTimeout as pause } from 'node:timers/promises';
import type { Subscription } from '@pitanga/contracts';
import { isAppError, type Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { Deps } from '../../../deps';

/** Three seconds in all. */
const waitLimits = { everyMs: 50, attempts: 60 };
const deadlineMs = 1_000;
const startEvents = ['subscription.completed', 'subscription.trial_started'];

/** A subscription that billing has started or ended. */
interface SimulatedSubscription {
  readonly tenant: Tenant;
  readonly id: string;
  readonly requestId: string;
}

type WaitDeps = Pick<Deps, 'clients' | 'clock' | 'log'>;

/**
 * Waits until a subscription and the event of its start can be read, so that the caller who simulated its payment reads its
 * own write: it takes a moment from billing to subscriptions, and from there to the events. Stops waiting after three seconds
 * of each.
 */
export async function waitUntilReadable(
  deps: WaitDeps,
  subscription: SimulatedSubscription,
  limits = waitLimits,
): Promise<void> {
  const isThere = await waitUntil(() => hasReached(deps, subscription, () => true), limits);
  if (isThere) await waitUntil(() => hasEvent(deps, subscription, startEvents), limits);
}

/** Waits until a subscription that the payer's bank ended is CANCELLED, and its event can be read. */
export async function waitUntilCancelled(
  deps: WaitDeps,
  subscription: SimulatedSubscription,
  limits = waitLimits,
): Promise<void> {
  const isCancelled = (seen: Subscription | undefined) => seen?.status === 'SUBSCRIPTION_STATUS_CANCELLED';
  const isEnded = await waitUntil(() => hasReached(deps, subscription, isCancelled), limits);
  if (isEnded) await waitUntil(() => hasEvent(deps, subscription, ['subscription.cancelled']), limits);
}

async function waitUntil(
  isReached: () => Promise<boolean>,
  { everyMs, attempts }: typeof waitLimits,
): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await isReached()) return true;
    await pause(everyMs);
  }
  return false;
}

async function hasEvent(
  deps: WaitDeps,
  subscription: SimulatedSubscription,
  types: readonly string[],
): Promise<boolean> {
  const asked = { tenant: subscription.tenant, recordId: subscription.id, page: { limit: 10 } };
  return await look(deps, subscription, async (context) => {
    const { events } = await deps.clients.events.listEvents(asked, context);
    return events.some(({ type }) => types.includes(type));
  });
}

async function hasReached(
  deps: WaitDeps,
  subscription: SimulatedSubscription,
  isReached: (seen: Subscription | undefined) => boolean,
): Promise<boolean> {
  const { tenant, id } = subscription;
  return await look(deps, subscription, async (context) =>
    isReached((await deps.clients.subscriptions.getSubscription({ tenant, id }, context)).subscription),
  );
}

/** Also true when the service cannot answer: the simulation itself is done. */
async function look(
  { clock, log }: WaitDeps,
  { id, requestId }: SimulatedSubscription,
  ask: (context: CallContext) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await ask({ requestId, deadline: new Date(clock.real().getTime() + deadlineMs) });
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.kind === 'NOT_FOUND') return false;
    log.warn({ err: error, requestId, subscriptionId: id }, 'it is not known how a subscription stands');
    return true;
  }
}
