import { cents, type CollectableRange, type Tenant } from '@pitanga/core';
import { isUnimplemented, type CallContext } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { amountMax, amountMin } from '../subscriptions/subscription';

/** Which amounts the cycles of a subscription can collect now: billing knows fees and providers. */
export async function findCollectableRange(
  { agreements }: Pick<Deps, 'agreements'>,
  tenant: Tenant,
  subscriptionId: string,
  context: CallContext,
): Promise<CollectableRange> {
  try {
    const { minCents, carryMaxCents } = await agreements.getCollectableRange({ tenant, subscriptionId }, context);
    return { minCents: cents(minCents), carryMaxCents: cents(carryMaxCents) };
  } catch (error) {
    // The release of billing before this call.
    if (isUnimplemented(error)) return { minCents: cents(amountMin), carryMaxCents: cents(amountMax) };
    throw error;
  }
}
