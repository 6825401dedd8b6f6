import type { Charge, Checkout } from '@pitanga/contracts';
import { checkoutRecord, paymentLinkRecord, subscriptionCheckoutRecord } from '@pitanga/records';

/** A checkout or link in an event: one that offers something after its payment has events for two payments. */
export function eventCheckoutRecord(checkout: Checkout, charge: Charge | undefined): object {
  return { ...recordOfKind(checkout), isUpSell: charge?.isUpsell === true };
}

function recordOfKind(checkout: Checkout): object {
  if (checkout.frequency === 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS') return paymentLinkRecord(checkout);
  const isSubscription = checkout.frequency === 'CHECKOUT_FREQUENCY_SUBSCRIPTION';
  return isSubscription ? subscriptionCheckoutRecord(checkout) : checkoutRecord(checkout);
}
