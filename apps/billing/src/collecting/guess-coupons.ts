import type { AppError, Tenant } from '@pitanga/core';
import { checkoutNotFound } from '../checkouts/checkout-errors';
import { findCheckout } from '../checkouts/checkout-queries';
import type { Deps } from '../deps';
import { attempting, clientOn } from './limit-attempts';

/** Runs what a payer asks for with a coupon that they typed; one that cannot be used counts. */
export async function guessing<T>(
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
    client: clientOn(checkout, client),
    card: undefined,
  } as const;
  return attempting(deps, tenant, attempt, work, () => false, isWrongCoupon);
}

function isWrongCoupon({ reason }: AppError): boolean {
  return reason.startsWith('COUPON_');
}
