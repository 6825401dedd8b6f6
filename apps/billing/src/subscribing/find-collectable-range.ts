import type { CollectableRange, Tenant } from '@pitanga/core';
import { agreementNotFound } from '../agreements/agreement-errors';
import { findAgreement } from '../agreements/agreement-repository';
import { collectableRange } from '../charging/collectable';
import { findCheckout } from '../checkouts/checkout-queries';
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
  if (!origin) throw new Error(`agreement ${subscriptionId} has no checkout`);
  return collectableRange(await findSetup(deps, tenant), agreement, origin);
}
