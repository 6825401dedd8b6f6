import { setTimeout as pause } from 'node:timers/promises';
import { isAppError, type Tenant } from '@pitanga/core';
import type { Deps } from '../../../deps';

/** Three seconds. */
const patience = { everyMs: 50, looks: 60 };
const deadlineMs = 1_000;

/** A request that pays a subscription checkout. */
interface PayingRequest {
  readonly tenant: Tenant;
  readonly checkoutId: string;
  readonly requestId: string;
}

/** The newest subscription of a checkout. */
interface Newest {
  readonly id: string | undefined;
}

/** Undefined when it cannot be known now: that must not keep anybody from paying. */
export async function newestSubscription(
  { clients, clock, log }: Pick<Deps, 'clients' | 'clock' | 'log'>,
  { tenant, checkoutId, requestId }: PayingRequest,
): Promise<Newest | undefined> {
  try {
    const { subscriptions } = await clients.subscriptions.listSubscriptions(
      { tenant, page: { limit: 1 }, checkoutId },
      { requestId, deadline: new Date(clock.real().getTime() + deadlineMs) },
    );
    return { id: subscriptions[0]?.id };
  } catch (error) {
    if (!isAppError(error)) throw error;
    log.warn({ err: error, requestId, checkoutId }, 'the subscriptions of a checkout are not known');
    return undefined;
  }
}

/**
 * Waits until a checkout has a newer subscription than before, so that whoever has simulated its payment reads what
 * they wrote: the fact takes a moment from billing to subscriptions. After three seconds it goes on all the same.
 */
export async function waitForNewer(
  deps: Pick<Deps, 'clients' | 'clock' | 'log'>,
  request: PayingRequest,
  before: Newest | undefined,
  { everyMs, looks } = patience,
): Promise<void> {
  if (!before) return;
  for (let look = 0; look < looks; look += 1) {
    const newest = await newestSubscription(deps, request);
    if (!newest || newest.id !== before.id) return;
    await pause(everyMs);
  }
}
