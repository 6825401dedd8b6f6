import { cents, type CollectableRange, type Owned, type Tenant } from '@pitanga/core';
import { isUnimplemented, type CallContext } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { amountMax, amountMin } from '../subscriptions/subscription';

type Billing = Pick<Deps, 'agreements'>;

/** Which amounts the cycles of a subscription can collect now: billing knows fees and providers. */
export async function findCollectableRange(
  { agreements }: Billing,
  tenant: Tenant,
  subscriptionId: string,
  context: CallContext,
): Promise<CollectableRange> {
  try {
    return rangeFromWire(await agreements.getCollectableRange({ tenant, subscriptionId }, context));
  } catch (error) {
    // The release of billing before this call.
    if (isUnimplemented(error)) return { minCents: cents(amountMin), carryMaxCents: cents(amountMax) };
    throw error;
  }
}

/** The same of at most 500 subscriptions of any stores, by their ids; those of which billing knows none are left out. */
export async function findCollectableRanges(
  { agreements }: Billing,
  keys: readonly Owned<{ readonly id: string }>[],
  context: CallContext,
): Promise<ReadonlyMap<string, CollectableRange>> {
  try {
    const subscriptions = keys.map(({ tenant, id: subscriptionId }) => ({ tenant, subscriptionId }));
    const { ranges } = await agreements.getCollectableRanges({ subscriptions }, context);
    return new Map(Object.entries(ranges).map(([id, range]) => [id, rangeFromWire(range)]));
  } catch (error) {
    if (!isUnimplemented(error)) throw error;
    // The release of billing before this call answers one at a time.
    const ranges = new Map<string, CollectableRange>();
    for (const { tenant, id } of keys) {
      const range = await findCollectableRange({ agreements }, tenant, id, context).catch(() => undefined);
      if (range) ranges.set(id, range);
    }
    return ranges;
  }
}

function rangeFromWire(range: { readonly minCents: number; readonly carryMaxCents: number }): CollectableRange {
  return { minCents: cents(range.minCents), carryMaxCents: cents(range.carryMaxCents) };
}
