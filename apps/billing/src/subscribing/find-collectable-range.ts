import type { CollectableRange, Owned, Tenant } from '@pitanga/core';
import type { Agreement } from '../agreements/agreement';
import { agreementNotFound } from '../agreements/agreement-errors';
import { findAgreement } from '../agreements/agreement-repository';
import { findAgreements } from '../agreements/owned-agreement-repository';
import { collectableRange } from '../charging/collectable';
import type { Checkout } from '../checkouts/checkout';
import { findCheckout } from '../checkouts/checkout-queries';
import { findCheckouts } from '../checkouts/owned-checkout-repository';
import type { Deps } from '../deps';
import { findSetup } from '../managing/store-setup';

/** Which amounts the cycles of a subscription can collect now; NOT_FOUND for an unknown one. */
export async function findCollectableRange(
  deps: Deps,
  tenant: Tenant,
  subscriptionId: string,
): Promise<CollectableRange> {
  const agreement = await findAgreement(deps.db, tenant, subscriptionId);
  if (!agreement) throw agreementNotFound();
  const origin = await findCheckout(deps.db, tenant, { id: agreement.checkoutId });
  return rangeOfAgreement(deps, tenant, agreement, origin);
}

/** The same of many subscriptions of any stores, by their ids; one that has none is logged and left out. */
export async function findCollectableRanges(
  deps: Deps,
  subscriptions: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, CollectableRange>> {
  const agreements = await findAgreements(deps.db, subscriptions);
  const agreed = subscriptions.flatMap(({ tenant, id }) => {
    const agreement = agreements.get(id);
    return agreement ? [{ tenant, id: agreement.checkoutId, agreement }] : [];
  });
  const origins = await findCheckouts(deps.db, agreed);
  const ranges = new Map<string, CollectableRange>();
  for (const { tenant, id: checkoutId, agreement } of agreed) {
    const { subscriptionId } = agreement;
    try {
      ranges.set(subscriptionId, await rangeOfAgreement(deps, tenant, agreement, origins.get(checkoutId)));
    } catch (error) {
      deps.log.error({ err: error, subscriptionId }, 'what a subscription can collect is not known');
    }
  }
  return ranges;
}

async function rangeOfAgreement(
  deps: Deps,
  tenant: Tenant,
  agreement: Agreement,
  origin: Checkout | undefined,
): Promise<CollectableRange> {
  if (!origin) throw new Error(`agreement ${agreement.subscriptionId} has no checkout`);
  return collectableRange(await findSetup(deps, tenant), agreement, origin);
}
