import type { Checkout, CheckoutPayment, Subscription } from '@pitanga/contracts';
import { paymentRecord, type MethodName, type PaymentRecord } from './charge';
import { instant, instantOrNull, parseMetadata, enumName, orNull, type JsonObject } from './wire';

/** ACTIVE is for payment links only. */
export const checkoutStatuses = ['PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'REFUNDED', 'ACTIVE'] as const;
export type CheckoutStatusName = (typeof checkoutStatuses)[number];

export const frequencies = ['ONE_TIME', 'MULTIPLE_PAYMENTS', 'SUBSCRIPTION'] as const;
export type FrequencyName = (typeof frequencies)[number];

/** A payment link: what a checkout shows, less the one customer it does not have. */
export interface PaymentLinkRecord {
  readonly id: string;
  readonly externalId: string | null;
  readonly url: string;
  /** Centavos. */
  readonly amount: number;
  readonly paidAmount: number | null;
  /** What is back with the payers; accumulates on links, 0 when none is. */
  readonly refundedAmount: number;
  readonly platformFee: number;
  readonly items: { readonly id: string; readonly quantity: number }[];
  readonly status: CheckoutStatusName;
  readonly methods: MethodName[];
  readonly frequency: FrequencyName;
  readonly coupons: string[];
  readonly couponsUsed: string[];
  readonly returnUrl: string | null;
  readonly completionUrl: string | null;
  readonly dueDate: string | null;
  readonly receiptUrl: string | null;
  readonly card: { readonly maxInstallments: number };
  readonly installmentsCount: number | null;
  /** The subscription of which it is one cycle's checkout. */
  readonly subscriptionId: string | null;
  readonly trialDays: number | null;
  readonly trialEndsAt: string | null;
  readonly nextChargeAt: string | null;
  readonly skip_customer: boolean;
  readonly skip_review: boolean;
  readonly metadata: JsonObject;
  readonly devMode: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface CheckoutRecord extends PaymentLinkRecord {
  readonly customerId: string | null;
}

export interface RetryPolicyRecord {
  /** Retries after the first attempt of a cycle. */
  readonly maxRetry: number;
  /** Days. */
  readonly retryEvery: number;
}

/** A checkout whose payment starts a subscription, or one cycle's own. */
export interface SubscriptionCheckoutRecord extends CheckoutRecord {
  /** Null on a cycle's own, which is retried by its subscription's. */
  readonly retryPolicy: RetryPolicyRecord | null;
}

export type WithPayments<R> = R & { readonly payments: PaymentRecord[] };

export function checkoutRecord(checkout: Checkout): CheckoutRecord {
  return { ...paymentLinkRecord(checkout), customerId: orNull(checkout.customerId) };
}

/** With the times and coupons of a subscription that it has started, or whose cycle's it is. */
export function subscriptionCheckoutRecord(
  checkout: Checkout,
  subscription?: Pick<Subscription, 'coupons' | 'trialEndsAt' | 'nextChargeAt'>,
): SubscriptionCheckoutRecord {
  const { maxRetry, retryEveryDays } = checkout;
  const hasPolicy = maxRetry !== undefined && retryEveryDays !== undefined;
  const record = checkoutRecord(checkout);
  const isOfCycle = checkout.subscriptionId !== undefined;
  return {
    ...record,
    couponsUsed: isOfCycle ? record.couponsUsed : (subscription?.coupons ?? record.couponsUsed),
    trialEndsAt: instantOrNull(subscription?.trialEndsAt),
    nextChargeAt: instantOrNull(subscription?.nextChargeAt),
    retryPolicy: hasPolicy ? { maxRetry, retryEvery: retryEveryDays } : null,
  };
}

export function paymentLinkRecord(link: Checkout): PaymentLinkRecord {
  return {
    id: link.id,
    externalId: orNull(link.externalId),
    url: link.url,
    amount: link.amountCents,
    paidAmount: orNull(link.paidAmountCents),
    refundedAmount: refundedAmountOf(link),
    platformFee: link.platformFeeCents,
    items: link.items.map((item) => ({ id: item.productId, quantity: item.quantity })),
    status: enumName('CHECKOUT_STATUS', link.status),
    methods: link.methods.map((method) => enumName('PAYMENT_METHOD', method)),
    frequency: enumName('CHECKOUT_FREQUENCY', link.frequency),
    coupons: link.coupons,
    couponsUsed: link.couponsUsed,
    returnUrl: orNull(link.returnUrl),
    completionUrl: orNull(link.completionUrl),
    dueDate: orNull(link.dueDate),
    receiptUrl: orNull(link.receiptUrl),
    // The message leaves the default of one installment out as 0.
    card: { maxInstallments: Math.max(link.maxInstallments, 1) },
    installmentsCount: orNull(link.installmentsCount),
    subscriptionId: orNull(link.subscriptionId),
    trialDays: orNull(link.trialDays),
    trialEndsAt: null,
    nextChargeAt: null,
    skip_customer: link.skipCustomer,
    skip_review: link.skipReview,
    metadata: parseMetadata(link.metadataJson),
    devMode: link.devMode,
    createdAt: instant(link.createdAt, 'createdAt'),
    updatedAt: instant(link.updatedAt, 'updatedAt'),
  };
}

/** A fact of the version before the field says REFUNDED and no amount: then all was. */
function refundedAmountOf({ status, refundedAmountCents, paidAmountCents }: Checkout): number {
  const isOld = status === 'CHECKOUT_STATUS_REFUNDED' && refundedAmountCents === 0;
  return isOld ? (paidAmountCents ?? 0) : refundedAmountCents;
}

/** What `get` adds: the payments, newest first. */
export function withPayments<R extends PaymentLinkRecord>(
  record: R,
  payments: readonly CheckoutPayment[],
): WithPayments<R> {
  return { ...record, payments: payments.map(paymentRecord) };
}
