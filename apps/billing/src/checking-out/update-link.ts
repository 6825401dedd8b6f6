import type { Tenant } from '@pitanga/core';
import type { Locked } from '@pitanga/database';
import type { Checkout } from '../checkouts/checkout';
import { checkoutNotFound, onlyLinksChange } from '../checkouts/checkout-errors';
import { lockCheckout, saveLink } from '../checkouts/checkout-repository';
import type { TxDeps } from '../deps';
import type { StoreSetup } from '../managing/store-setup';
import type { PaymentMethod } from '../money/fees';
import { checkCheckoutSplits } from './checkout-splits';
import { findAccepted } from './create-checkout';
import { collectingMethods, methodsFor } from './offered-methods';

/** Absent fields stay as they are; an empty text is cleared. */
export interface LinkChanges {
  /** Empty: as they are. */
  readonly methods: readonly PaymentMethod[];
  readonly returnUrl: string | undefined;
  readonly completionUrl: string | undefined;
  /** Replaces all metadata. */
  readonly metadataJson: string | undefined;
  readonly coupons: readonly string[] | undefined;
}

/**
 * Changes an active payment link. Payments take the same lock first, so each sees the link either before or after the
 * change. Open charges can still be paid. The items never change, because receipts show them.
 */
export async function updateLink(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  id: string,
  changes: LinkChanges,
): Promise<Checkout> {
  const link = await lockCheckout(tx.db, tenant, id);
  if (!link) throw checkoutNotFound('MULTIPLE_PAYMENTS');
  if (link.frequency !== 'MULTIPLE_PAYMENTS') throw onlyLinksChange(link.frequency);
  if (link.status !== 'ACTIVE') throw checkoutNotFound('MULTIPLE_PAYMENTS');
  const { methods, returnUrl, completionUrl, metadataJson } = changes;
  const { frequency, amountCents } = link;
  if (methods.length > 0) methodsFor(setup, tenant, { methods, frequency });
  const accepted = changes.coupons && (await findAccepted(tx, tenant, changes.coupons));
  const after: Locked<Checkout> = {
    ...link,
    methods:
      methods.length === 0 ? link.methods : collectingMethods(setup, tenant, { frequency }, methods, amountCents),
    returnUrl: returnUrl === undefined ? link.returnUrl : returnUrl || undefined,
    completionUrl: completionUrl === undefined ? link.completionUrl : completionUrl || undefined,
    metadataJson: metadataJson ?? link.metadataJson,
    coupons: accepted?.map(({ code }) => code) ?? link.coupons,
    acceptedCoupons: accepted ?? link.acceptedCoupons,
    allowCoupons: accepted === undefined ? link.allowCoupons : accepted.length > 0,
    updatedAt: tx.clock.now(tenant),
  };
  if (methods.length > 0) checkCheckoutSplits(setup.settings.fees, after);
  await saveLink(tx.db, tenant, after);
  return after;
}
