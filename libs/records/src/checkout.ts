import type { Checkout, CheckoutPayment, Subscription } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { methodName, CheckoutMethod, Method } from './charge';
import { lateTerms, lateTermsFields } from './late-terms';
import { paymentRecord, type PaymentRecord } from './payment';
import { Metadata, NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { splitRecord, SplitRecord } from './split';
import { enumName, instant, instantOrNull, orNull, parseMetadata } from './wire';

/** ACTIVE is for payment links only. */
export const checkoutStatuses = ['PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'REFUNDED', 'ACTIVE'] as const;
export type CheckoutStatusName = (typeof checkoutStatuses)[number];

export const CheckoutStatus = OneOf('CheckoutStatus', checkoutStatuses);

export const frequencies = ['ONE_TIME', 'MULTIPLE_PAYMENTS', 'SUBSCRIPTION'] as const;
export type FrequencyName = (typeof frequencies)[number];

/** One checkout may start several subscriptions. */
const SubscriptionTime = Nullable(
  Type.String({
    format: 'date-time',
    description:
      'Of the newest subscription that this checkout has started, ACTIVE ones first; null before and on others.',
  }),
);

export const CheckoutRecord = NamedObject('Checkout', {
  id: Type.String(),
  externalId: Nullable(Type.String()),
  url: Type.String({ description: 'Address of the payment page.' }),
  amount: Type.Integer({ description: 'Centavos.' }),
  paidAmount: Nullable(Type.Integer()),
  refundedAmount: Type.Integer({ description: 'Centavos that are back with the payer; 0 when none are.' }),
  platformFee: Type.Integer(),
  items: Type.Array(NamedObject('CheckoutItem', { id: Type.String(), quantity: Type.Integer() })),
  status: CheckoutStatus,
  methods: Type.Array(CheckoutMethod, {
    description: 'APPLE_PAY and GOOGLE_PAY are of checkouts of one payment; what is paid by them is paid by CARD.',
  }),
  frequency: OneOf('CheckoutFrequency', frequencies),
  coupons: Type.Array(Type.String()),
  couponsUsed: Type.Array(Type.String(), {
    description: 'Of a subscription checkout: of the newest subscription it has started, ACTIVE ones first.',
  }),
  customerId: Nullable(Type.String()),
  returnUrl: Nullable(Type.String()),
  completionUrl: Nullable(Type.String()),
  dueDate: Nullable(Type.String()),
  ...lateTermsFields,
  receiptUrl: Nullable(Type.String()),
  card: NamedObject('CheckoutCard', {
    maxInstallments: Type.Integer(),
    passFeesToCustomer: Type.Boolean({ description: 'Payers by card pay the store’s fee on top of `amount`.' }),
  }),
  installmentsCount: Nullable(
    Type.Integer({
      description:
        'Of what was paid by card. Paid at once it is null with `compatibility` 2026-11-29, and 1 with 2026-11-28.',
    }),
  ),
  subscriptionId: Nullable(Type.String({ description: 'Of the checkout of a subscription’s cycle, else null.' })),
  trialDays: Nullable(Type.Integer()),
  trialEndsAt: SubscriptionTime,
  nextChargeAt: SubscriptionTime,
  skip_customer: Type.Boolean(),
  skip_review: Type.Boolean(),
  metadata: Metadata,
  splits: Type.Optional(
    Type.Array(SplitRecord, { description: 'Of a split one: what of each payment goes to sub-accounts.' }),
  ),
  upSellProductId: Nullable(
    Type.String({ description: 'The product that the page offers after the payment, on one charge of its own.' }),
  ),
  devMode: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type CheckoutRecord = Static<typeof CheckoutRecord>;

/** Of what takes no wallets. */
const ownMethods = Type.Array(Method);

/** A checkout without a customer of its own, which offers nothing after a payment. */
export const PaymentLinkRecord = NamedObject('PaymentLink', {
  ...Type.Omit(CheckoutRecord, ['customerId', 'upSellProductId']).properties,
  methods: ownMethods,
});
export type PaymentLinkRecord = Static<typeof PaymentLinkRecord>;

export const RetryPolicyRecord = NamedObject('RetryPolicy', {
  maxRetry: Type.Integer({ description: 'Retries after the first attempt of a cycle.' }),
  retryEvery: Type.Integer({ description: 'Days.' }),
});
export type RetryPolicyRecord = Static<typeof RetryPolicyRecord>;

/** Whether a payer by automatic Pix must authorise the cycles after the first. */
const pixAuthorizations = ['REQUIRED', 'OPTIONAL'] as const;

export const PixAuthorization = OneOf('PixAuthorization', pixAuthorizations);
type PixAuthorization = (typeof pixAuthorizations)[number];

/**
 * A checkout whose payment starts a subscription, or the checkout of one cycle, which has no policy: its subscription
 * retries it.
 */
export const SubscriptionCheckoutRecord = NamedObject('SubscriptionCheckout', {
  ...CheckoutRecord.properties,
  methods: ownMethods,
  dueDate: Nullable(
    Type.String({
      description: 'YYYY-MM-DD: its `firstChargeDate`, until the day before which people subscribe by it.',
    }),
  ),
  retryPolicy: Nullable(RetryPolicyRecord),
  pixAuthorization: Nullable({
    ...PixAuthorization,
    description: 'Null where PIX is not accepted, and of the checkout of one cycle.',
  }),
});
export type SubscriptionCheckoutRecord = Static<typeof SubscriptionCheckoutRecord>;

export type WithPayments<R> = R & { readonly payments: PaymentRecord[] };

export function checkoutRecord(checkout: Checkout): CheckoutRecord {
  const { customerId, upsellProductId } = checkout;
  const link = paymentLinkRecord(checkout);
  const wallets = checkout.wallets.map((wallet) => enumName('WALLET', wallet));
  return {
    ...link,
    methods: [...link.methods, ...wallets],
    customerId: orNull(customerId),
    upSellProductId: orNull(upsellProductId),
  };
}

/** With the times and coupons of the subscription that it started or belongs to. */
export function subscriptionCheckoutRecord(
  checkout: Checkout,
  subscription?: Pick<Subscription, 'coupons' | 'trialEndsAt' | 'nextChargeAt'>,
): SubscriptionCheckoutRecord {
  const { maxRetry, retryEveryDays } = checkout;
  const hasPolicy = maxRetry !== undefined && retryEveryDays !== undefined;
  const record = { ...paymentLinkRecord(checkout), customerId: orNull(checkout.customerId), upSellProductId: null };
  const isOfCycle = checkout.subscriptionId !== undefined;
  return {
    ...record,
    couponsUsed: isOfCycle ? record.couponsUsed : (subscription?.coupons ?? record.couponsUsed),
    trialEndsAt: instantOrNull(subscription?.trialEndsAt),
    nextChargeAt: instantOrNull(subscription?.nextChargeAt),
    retryPolicy: hasPolicy ? { maxRetry, retryEvery: retryEveryDays } : null,
    pixAuthorization: toPixAuthorization(checkout),
  };
}

function toPixAuthorization({ methods, subscriptionId, isAuthorizationOptional }: Checkout): PixAuthorization | null {
  if (subscriptionId !== undefined || !methods.includes('PAYMENT_METHOD_PIX')) return null;
  return isAuthorizationOptional === true ? 'OPTIONAL' : 'REQUIRED';
}

export function paymentLinkRecord(link: Checkout): PaymentLinkRecord {
  return {
    id: link.id,
    externalId: orNull(link.externalId),
    url: link.url,
    amount: link.amountCents,
    paidAmount: orNull(link.paidAmountCents),
    refundedAmount: refundedAmount(link),
    platformFee: link.platformFeeCents,
    items: link.items.map((item) => ({ id: item.productId, quantity: item.quantity })),
    status: enumName('CHECKOUT_STATUS', link.status),
    methods: link.methods.map(methodName),
    frequency: enumName('CHECKOUT_FREQUENCY', link.frequency),
    coupons: link.coupons,
    couponsUsed: link.couponsUsed,
    returnUrl: orNull(link.returnUrl),
    completionUrl: orNull(link.completionUrl),
    dueDate: orNull(link.dueDate),
    ...lateTerms(link),
    receiptUrl: orNull(link.receiptUrl),
    // The message has 0 for the default of one installment.
    card: { maxInstallments: Math.max(link.maxInstallments, 1), passFeesToCustomer: link.passesFees },
    installmentsCount: orNull(link.installmentsCount),
    subscriptionId: orNull(link.subscriptionId),
    trialDays: orNull(link.trialDays),
    trialEndsAt: null,
    nextChargeAt: null,
    skip_customer: link.skipCustomer,
    skip_review: link.skipReview,
    metadata: parseMetadata(link.metadataJson),
    ...(link.splits.length > 0 && { splits: link.splits.map(splitRecord) }),
    devMode: link.devMode,
    createdAt: instant(link.createdAt, 'createdAt'),
    updatedAt: instant(link.updatedAt, 'updatedAt'),
  };
}

/** Events of a version before the field are REFUNDED without an amount: the refund was full. */
function refundedAmount({ status, refundedAmountCents, paidAmountCents }: Checkout): number {
  const isOld = status === 'CHECKOUT_STATUS_REFUNDED' && refundedAmountCents === 0;
  return isOld ? (paidAmountCents ?? 0) : refundedAmountCents;
}

/** Adds the payments, newest first, for `get`. */
export function withPayments<R extends Pick<PaymentLinkRecord, 'id'>>(
  record: R,
  payments: readonly CheckoutPayment[],
): WithPayments<R> {
  return { ...record, payments: payments.map(paymentRecord) };
}
