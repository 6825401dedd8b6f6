import type { Tenant } from '@pitanga/core';
import type { Agreement } from '../agreements/agreement';
import { findActiveAgreement, findAgreement } from '../agreements/agreement-repository';
import type { Authorization } from '../authorizations/authorization';
import { findAuthorization } from '../authorizations/authorization-repository';
import type { Charge } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import type { Checkout } from '../checkouts/checkout';
import { toPriceSteps } from '../coupons/price-steps';
import { findOpenCodeCheckout } from '../debits/debit-repository';
import type { ReadDeps } from '../deps';

/** A customer's subscription as the checkout's page shows it. */
export interface SubscriptionStart {
  readonly agreement: Agreement;
  /** The first payment; absent for a trial and where coupons paid everything. */
  readonly charge: Charge | undefined;
  /** What the payer is to authorise, where nothing is paid at the start. */
  readonly authorization: Authorization | undefined;
  /** The checkout of a cycle that the payer is to pay by a code. */
  readonly dueCheckoutId: string | undefined;
  /** What its charges cost, from the first on. */
  readonly prices: ReturnType<typeof toPriceSteps>;
}

/**
 * The subscription that a page of this checkout shows: that of the checkout's own customer, else the one whose id the
 * page was opened with.
 */
export async function findSubscriptionStart(
  { db }: ReadDeps,
  tenant: Tenant,
  checkout: Checkout,
  subscriptionId: string | undefined,
): Promise<SubscriptionStart | undefined> {
  const { id, frequency, requestedCustomerId, amountCents } = checkout;
  if (frequency !== 'SUBSCRIPTION') return undefined;
  const own =
    requestedCustomerId === undefined ? undefined : await findActiveAgreement(db, tenant, id, requestedCustomerId);
  const asked = subscriptionId === undefined ? undefined : await findAgreement(db, tenant, subscriptionId);
  const agreement = own ?? asked;
  if (agreement?.checkoutId !== id) return undefined;
  const charge = agreement.chargeId === undefined ? undefined : await findCharge(db, tenant, agreement.chargeId);
  const isAwaited = agreement.status === 'STARTING' && agreement.chargeId === undefined;
  const authorization = isAwaited ? await findAuthorization(db, tenant, agreement.subscriptionId) : undefined;
  const isCharged = agreement.status === 'ACTIVE' && agreement.method === 'PIX';
  const dueCheckoutId = isCharged ? await findOpenCodeCheckout(db, tenant, agreement.subscriptionId) : undefined;
  return {
    agreement,
    charge,
    authorization,
    dueCheckoutId,
    prices: toPriceSteps(amountCents, agreement.coupons),
  };
}
