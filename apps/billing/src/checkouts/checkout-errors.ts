import { alreadyExists, AppError, failedPrecondition, invalidArgument, notFound } from '@pitanga/core';
import type { PaymentMethod } from '../money/fees';
import type { Wallet } from '../money/wallets';
import type { CheckoutFrequency } from './checkout-status';

/** With the message of the requested kind. */
export function checkoutNotFound(frequency?: CheckoutFrequency): AppError {
  if (frequency === 'MULTIPLE_PAYMENTS') return notFound('Link de pagamento não encontrado.', 'PAYMENT_LINK_NOT_FOUND');
  return notFound('Cobrança não encontrada.', 'CHECKOUT_NOT_FOUND');
}

const kinds: Readonly<Record<CheckoutFrequency, { readonly name: string; readonly routes: string }>> = {
  ONE_TIME: { name: 'um checkout', routes: '/v2/checkouts' },
  MULTIPLE_PAYMENTS: { name: 'um link de pagamento', routes: '/v2/payment-links' },
  SUBSCRIPTION: { name: 'um checkout de assinatura', routes: '/v2/subscriptions/checkouts' },
  CYCLE: { name: 'um checkout de assinatura', routes: '/v2/subscriptions/checkouts' },
};

/** The operations with a route for each kind, by the last part of the route. */
export type KindOperation = 'get' | 'delete' | 'simulate-payment';

/** The record exists, but has the route of another kind. */
export function wrongKind(frequency: CheckoutFrequency, operation: KindOperation): AppError {
  const { name, routes } = kinds[frequency];
  const method = operation === 'get' ? 'GET' : 'POST';
  return invalidArgument(`Este id é de ${name}; use ${method} ${routes}/${operation}`, 'WRONG_KIND');
}

/** A payer may be paying the others, so they cannot change. */
export function onlyLinksChange(frequency: CheckoutFrequency): AppError {
  const name = frequency === 'ONE_TIME' ? 'checkout' : 'subscription checkout';
  return invalidArgument(`This id is of a ${name}, which cannot be changed; only payment links can`, 'WRONG_KIND');
}

/** The checkout of a cycle ends with its subscription. */
export function cycleCollectsItself(): AppError {
  return invalidArgument(
    'This id is of a subscription cycle, which is charged without a page; use POST /v2/subscriptions/cancel to end the subscription',
    'WRONG_KIND',
  );
}

/** By the status in which a checkout is over. */
const notDeletable = {
  PAID: 'A PAID checkout cannot be deleted',
  REFUNDED: 'A REFUNDED checkout cannot be deleted',
  EXPIRED: 'An EXPIRED checkout cannot be deleted',
};

export function checkoutNotDeletable(status: keyof typeof notDeletable): AppError {
  return failedPrecondition(notDeletable[status], `CHECKOUT_${status}`);
}

export function checkoutKeyMissing(): AppError {
  return invalidArgument("One of 'id', 'externalId' or 'customerId' is required");
}

export function checkoutExternalIdTaken(): AppError {
  return alreadyExists(
    "Another checkout already has this 'externalId' with a different price, items or customer",
    'CHECKOUT_EXTERNAL_ID_TAKEN',
  );
}

export function repeatedProduct(reference: string): AppError {
  return invalidArgument(`The product ${reference} should not be repeated`);
}

export function productWithCycle(reference: string): AppError {
  return invalidArgument(`The product ${reference} has a billing cycle and can only be used in a subscription`);
}

export function methodNotOffered(method: PaymentMethod | Wallet, installments?: number): AppError {
  const offered = installments === undefined ? method : `${method} in ${String(installments)} installments`;
  return failedPrecondition(`This checkout does not accept ${offered}`, 'METHOD_NOT_OFFERED');
}

/** Two card payments at once could both be approved. */
export function cardInProgress(): AppError {
  return failedPrecondition('A card payment is still under way', 'CARD_PAYMENT_IN_PROGRESS');
}

/** The price of a link never changes: coupons apply to one payment. */
export function linkDiscountNeedsPayment(): AppError {
  return failedPrecondition('Coupons of a payment link are applied when it is paid', 'LINK_DISCOUNT_NEEDS_PAYMENT');
}

/** Nothing is applied: the same coupons with the payer are. */
export function payerRequired(): AppError {
  return failedPrecondition('An order of which coupons leave nothing to pay needs its payer', 'PAYER_REQUIRED');
}

/** A payer by a wallet is always named (docs/behaviour/checkouts.md#wallets). */
export function walletNeedsPayer(): AppError {
  return failedPrecondition('A payment by a wallet needs its payer', 'PAYER_REQUIRED');
}

/** Only a checkout of one payment takes them. */
export function walletsUnsupported(): AppError {
  return invalidArgument('APPLE_PAY and GOOGLE_PAY are for checkouts of one payment', 'WALLETS_UNSUPPORTED');
}

/** Subscription checkouts have their own payment operations. */
export function subscriptionCheckout(): AppError {
  return failedPrecondition('A subscription checkout is not paid on this page', 'SUBSCRIPTION_CHECKOUT');
}

export function notASubscriptionCheckout(): AppError {
  return failedPrecondition('Only a subscription checkout starts subscriptions', 'NOT_A_SUBSCRIPTION_CHECKOUT');
}

export function notALink(): AppError {
  return failedPrecondition('Only a payment link has payments of its own', 'NOT_A_PAYMENT_LINK');
}

export function nothingToPay(): AppError {
  return failedPrecondition('With these coupons there is nothing left to pay', 'NOTHING_TO_PAY');
}

/** Nothing is offered after the payment, or not any more. */
export function upsellOver(): AppError {
  return failedPrecondition('This offer is over', 'UPSELL_OVER');
}

/** The registered amount is outdated, before a payer has seen it; the caller retries. */
export function paymentChanged(): AppError {
  return new AppError({ kind: 'ABORTED', reason: 'PAYMENT_CHANGED', message: 'This payment has changed; try again' });
}

/** A late payment is of a charge that a page has shown. */
export function nothingToPayLate(method: PaymentMethod): AppError {
  return failedPrecondition(`This checkout has no ${method} charge that could be paid late`, 'NOTHING_TO_PAY_LATE');
}

export function subscriptionNeedsOneItem(): AppError {
  return invalidArgument("Property 'items' should have exactly 1 element");
}

export function productWithoutCycle(): AppError {
  return failedPrecondition('Product must have a billing cycle', 'PRODUCT_WITHOUT_CYCLE');
}

export function boletoSubscription(): AppError {
  return invalidArgument("Property 'methods' should not have BOLETO for a subscription");
}

export function noAutomaticPix(): AppError {
  return failedPrecondition('PIX subscriptions require automatic Pix', 'NO_AUTOMATIC_PIX');
}

export function retryPolicyInvalid(property: 'maxRetry' | 'retryEvery', max: number): AppError {
  return invalidArgument(`Property 'retryPolicy.${property}' should be from 1 to ${String(max)}`);
}
