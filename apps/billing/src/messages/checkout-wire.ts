import { toWire, type Checkout as CheckoutMessage, type CheckoutPayment } from '@pitanga/contracts';
import { statusAt } from '../charges/charge';
import type { ChargeSummary } from '../charges/charge-queries';
import type { Checkout } from '../checkouts/checkout';
import { checkoutStatusAt } from '../checkouts/checkout-status';
import { trialDaysAt } from '../checkouts/first-charge';
import { fineToWire, receiptUrl, splitsToWire } from './charge-wire';

/** A checkout in responses and events, as of `now`. */
export function checkoutToWire(checkout: Checkout, publicUrl: string, now: Date): CheckoutMessage {
  return {
    id: checkout.id,
    devMode: checkout.devMode,
    externalId: checkout.externalId,
    url: `${publicUrl}/pay/${checkout.id}`,
    amountCents: checkout.amountCents,
    paidAmountCents: checkout.paidAmountCents,
    refundedAmountCents: checkout.refundedCents,
    platformFeeCents: checkout.platformFeeCents,
    items: itemsToWire(checkout.items),
    status: toWire('CHECKOUT_STATUS', checkoutStatusAt(checkout, now)),
    methods: checkout.methods.map((method) => toWire('PAYMENT_METHOD', method)),
    wallets: checkout.wallets.map((wallet) => toWire('WALLET', wallet)),
    frequency: toWire('CHECKOUT_FREQUENCY', checkout.frequency === 'CYCLE' ? 'SUBSCRIPTION' : checkout.frequency),
    coupons: [...checkout.coupons],
    couponsUsed: [...checkout.couponsUsed],
    customerId: checkout.customerId,
    returnUrl: checkout.returnUrl,
    completionUrl: checkout.completionUrl,
    dueDate: checkout.dueDate,
    interestBasisPoints: checkout.interestBasisPoints,
    fine: fineToWire(checkout.fine),
    receiptUrl: checkout.paidChargeId === undefined ? undefined : receiptUrl(publicUrl, checkout.paidChargeId),
    maxInstallments: checkout.maxInstallments,
    passesFees: checkout.passesFees,
    splits: splitsToWire(checkout.splits),
    upsellProductId: checkout.upsellProductId,
    installmentsCount: checkout.installmentsCount,
    skipCustomer: checkout.skipCustomer,
    skipReview: checkout.skipReview,
    allowCoupons: checkout.allowCoupons,
    discountCents: checkout.discountCents,
    trialDays: trialDaysAt(checkout, now),
    maxRetry: checkout.retryPolicy?.maxRetry,
    retryEveryDays: checkout.retryPolicy?.retryEveryDays,
    isAuthorizationOptional: checkout.isAuthorizationOptional ? true : undefined,
    subscriptionId: checkout.cycleOf?.subscriptionId,
    cycleNumber: checkout.cycleOf?.number,
    metadataJson: checkout.metadataJson,
    createdAt: checkout.createdAt,
    updatedAt: checkout.updatedAt,
  };
}

export function itemsToWire(items: Checkout['items']): CheckoutMessage['items'] {
  return items.map(({ cycle, ...item }) => ({ ...item, cycle: cycle && toWire('BILLING_CYCLE', cycle) }));
}

export function paymentToWire(charge: ChargeSummary, now: Date): CheckoutPayment {
  return {
    id: charge.id,
    method: toWire('PAYMENT_METHOD', charge.method),
    amountCents: charge.amountCents,
    surchargeCents: charge.surchargeCents,
    isUpsell: charge.upsellItem ? true : undefined,
    refundedAmountCents: charge.refundedCents,
    status: statusAt(charge, now),
    paidAt: charge.paidAt,
  };
}
