import type { CollectableRange, CrossTenant, Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { findCollectableRanges } from '../cycles/find-collectable-range';
import type { Deps, TxDeps } from '../deps';
import { findLastPayment } from '../payments/payment-repository';
import {
  listUnannounced,
  listUnannouncedOfStore,
  markAnnounced,
  type SubscriptionKey,
} from '../subscriptions/announcement-repository';
import { renewalUpcomingEvent } from './subscription-events';
import { findAmountAhead } from './upcoming';

const pageSize = 500;

/**
 * Announces the charges of all stores that are some days ahead, each once (docs/behaviour/subscriptions.md#announced).
 * Any number of replicas may do this at once. One that fails is logged and does not stop those after it; the next run
 * takes it up again.
 */
export async function announceRenewals(deps: Deps, all: CrossTenant): Promise<void> {
  const now = deps.clock.real();
  await announceAll(deps, (after) => listUnannounced(deps.db, all, { now, after, limit: pageSize }));
}

/** The same of a store whose test clock was moved; returns how many. */
export async function announceRenewalsOfStore(deps: Deps, tenant: Tenant): Promise<number> {
  const storeNow = deps.clock.now(tenant);
  return announceAll(deps, (after) => listUnannouncedOfStore(deps.db, tenant, { storeNow, after, limit: pageSize }));
}

async function announceAll(deps: Deps, list: (after: string) => Promise<readonly SubscriptionKey[]>): Promise<number> {
  let announced = 0;
  for (let after = ''; ;) {
    const page = await list(after);
    const ranges = await findRangesOrLog(deps, page);
    for (const { tenant, id } of page) if (await announceOrLog(deps, tenant, id, ranges.get(id))) announced += 1;
    if (page.length < pageSize) return announced;
    after = page.at(-1)?.id ?? '';
  }
}

/** None while billing is away. */
async function findRangesOrLog(
  deps: Deps,
  page: readonly SubscriptionKey[],
): Promise<ReadonlyMap<string, CollectableRange>> {
  if (page.length === 0) return new Map();
  try {
    return await findCollectableRanges(deps, page, { requestId: deps.ids.next('request', deps.clock.real()) });
  } catch (error) {
    deps.log.error({ err: error, subscriptions: page.length }, 'billing does not say what can be collected');
    return new Map();
  }
}

async function announceOrLog(
  deps: Deps,
  tenant: Tenant,
  id: string,
  range: CollectableRange | undefined,
): Promise<boolean> {
  if (!range) {
    deps.log.error({ subscriptionId: id }, 'a renewal whose amount is not known is announced later');
    return false;
  }
  try {
    return await transact(deps, (tx) => announce(tx, tenant, id, range));
  } catch (error) {
    deps.log.error({ err: error, subscriptionId: id }, 'a renewal could not be announced, tried again later');
    return false;
  }
}

async function announce(tx: TxDeps, tenant: Tenant, id: string, range: CollectableRange): Promise<boolean> {
  const { db, clock } = tx;
  const marked = await markAnnounced(db, tenant, id, clock.real());
  if (!marked) return false;
  const { subscription, storeNow } = marked;
  const amountCents = await findAmountAhead(db, tenant, subscription, range);
  if (amountCents === 0) return true;
  const customer = (await findLastPayment(db, tenant, id))?.customer;
  const event = renewalUpcomingEvent(tx, tenant, subscription, { at: storeNow, amountCents, customer });
  await appendEvents(db, [event], clock.real());
  return true;
}
