import type { AppError, Tenant } from '@pitanga/core';
import { checkoutNotFound } from '../checkouts/checkout-errors';
import { findCheckout } from '../checkouts/checkout-queries';
import type { Deps } from '../deps';
import { attemptClient, countAttempt } from './limit-attempts';

/** Runs a request with coupons that a payer typed; a coupon that cannot be used counts as a failed attempt. */
export async function attemptCoupons<T>(
  deps: Deps,
  tenant: Tenant,
  checkoutId: string,
  client: string,
  work: () => Promise<T>,
): Promise<T> {
  const checkout = await findCheckout(deps.db, tenant, { id: checkoutId });
  if (!checkout) throw checkoutNotFound();
  const attempt = {
    id: deps.ids.token(32),
    kind: 'COUPON',
    checkoutId,
    client: attemptClient(checkout, client),
    card: undefined,
  } as const;
  return countAttempt(deps, tenant, attempt, work, () => false, isWrongCoupon);
}

function isWrongCoupon({ reason }: AppError): boolean {
  return reason.startsWith('COUPON_');
}
