import { cents, failedPrecondition, invalidArgument, sumCents, type AppError, type Cents } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import { isSameSplit, type ChargeSplit } from '../charges/charge-split';
import { chargeNotPayable } from '../charges/charge-errors';
import { amountCentsMax, amountCentsMin } from '../money/amount-limits';
import type { PaymentMethod } from '../money/fees';
import type { BoletoFine } from '../money/late-fees';
import { isSameWallets, type Wallet } from '../money/wallets';
import type { BillingCycle } from '../products/product';
import {
  checkoutNotDeletable,
  checkoutNotFound,
  cycleCollectsItself,
  wrongKind,
  type KindOperation,
} from './checkout-errors';
import { canMoveCheckout, checkoutStatusAt, type CheckoutFrequency, type CheckoutStatus } from './checkout-status';

/** One line, as it was sold. */
export interface CheckoutItem {
  readonly productId: string;
  readonly productExternalId: string;
  readonly name: string;
  readonly description: string;
  readonly unitPriceCents: Cents;
  readonly quantity: number;
  /** The part of the discount that this line bears; absent before a coupon is applied. */
  readonly discountCents?: Cents | undefined;
  /** Of a subscription's product. */
  readonly cycle?: BillingCycle | undefined;
  readonly trialDays?: number | undefined;
}

export interface RetryPolicy {
  /** 1 to 10 retries after the first attempt of a cycle. */
  readonly maxRetry: number;
  /** 1 to 30 days. */
  readonly retryEveryDays: number;
}

/** A coupon that a checkout accepts: another one that gets its code later is not accepted. */
export interface AcceptedCoupon {
  /** As the coupon spells it. */
  readonly code: string;
  readonly id: string;
}

/** A page to pay for items: once (checkout) or any number of times (payment link). */
export interface Checkout {
  readonly id: string;
  readonly devMode: boolean;
  readonly externalId: string | undefined;
  /** v1 billing: the external id is a label and may repeat. */
  readonly isExternalIdLabel: boolean;
  readonly frequency: CheckoutFrequency;
  readonly status: CheckoutStatus;
  /** The items less `discountCents`. */
  readonly amountCents: Cents;
  readonly paidAmountCents: Cents | undefined;
  /** The refunded amount; accumulates on links. */
  readonly refundedCents: Cents;
  /** 0 until paid; accumulates on links. */
  readonly platformFeeCents: Cents;
  readonly items: readonly CheckoutItem[];
  readonly methods: readonly PaymentMethod[];
  /** What it takes beside the methods, or alone: of a checkout of one payment. */
  readonly wallets: readonly Wallet[];
  /** Codes that it accepts; empty means all of the store's if `allowCoupons`. */
  readonly coupons: readonly string[];
  /** Which coupon each of these codes is; a code is absent that a version wrote which kept codes alone. */
  readonly acceptedCoupons: readonly AcceptedCoupon[];
  readonly allowCoupons: boolean;
  /** Applied codes, in the order of their discounts. */
  readonly couponsUsed: readonly string[];
  readonly discountCents: Cents;
  /** Of its overdue boletos: hundredths of a percent a month. */
  readonly interestBasisPoints: number | undefined;
  readonly fine: BoletoFine | undefined;
  readonly customerId: string | undefined;
  /** The customer of the create request; `customerId` may become the payer. */
  readonly requestedCustomerId: string | undefined;
  readonly returnUrl: string | undefined;
  readonly completionUrl: string | undefined;
  /** YYYY-MM-DD in America/Sao_Paulo; of a subscription checkout the day of the first charge. */
  readonly dueDate: string | undefined;
  readonly maxInstallments: number;
  /** Payers by card pay the store's fee on top of the amount. */
  readonly passesFees: boolean;
  /** What of each payment goes to sub-accounts. */
  readonly splits: readonly ChargeSplit[] | undefined;
  /** What its buyer is offered after the payment. */
  readonly upsellProductId: string | undefined;
  readonly installmentsCount: number | undefined;
  readonly skipCustomer: boolean;
  readonly skipReview: boolean;
  readonly metadataJson: string;
  /** Absent for links and most subscription checkouts: they stay open until deleted. */
  readonly expiresAt: Date | undefined;
  /** Of a subscription's product. */
  readonly trialDays: number | undefined;
  /** Of the subscriptions that this checkout starts. */
  readonly retryPolicy: RetryPolicy | undefined;
  /** Payers by Pix may pay without authorising the cycles after it. */
  readonly isAuthorizationOptional: boolean;
  /** The subscription and the cycle that this is the checkout of. */
  readonly cycleOf: { readonly subscriptionId: string; readonly number: number } | undefined;
  /** The charge whose receipt the page shows. */
  readonly paidChargeId: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** FAILED_PRECONDITION unless the checkout takes payments at `now`. */
export function checkPayable(checkout: Checkout, now: Date): void {
  const status = checkoutStatusAt(checkout, now);
  if (!canTakePayment({ ...checkout, status })) throw chargeNotPayable(status);
  // Of a subscription checkout that others have paid.
  if (checkout.expiresAt !== undefined && checkout.expiresAt <= now) throw chargeNotPayable('EXPIRED');
}

/** Whether the stored state takes a payment; the charge, which never outlives it, judges the expiry. */
export function canTakePayment({ status, frequency }: Pick<Checkout, 'status' | 'frequency'>): boolean {
  if (status === 'PENDING' || status === 'ACTIVE') return true;
  // Any number of customers may subscribe until it is deleted.
  return frequency === 'SUBSCRIPTION' && status === 'PAID';
}

/** Whether the stored state takes a payment of this charge: one for what was offered after the payment comes after it. */
export function canTakeCharge(checkout: Pick<Checkout, 'status' | 'frequency'>, { upsellItem }: Charge): boolean {
  return upsellItem ? checkout.status === 'PAID' : canTakePayment(checkout);
}

/** The checkout after a payment of one of its charges: PAID, or still ACTIVE for a link. */
export function payCheckout<C extends Checkout>(checkout: C, charge: Charge): C {
  // By the stored status: the charge was in time, and never outlives the checkout.
  if (!canTakeCharge(checkout, charge)) throw chargeNotPayable(checkout.status);
  const paid = {
    ...checkout,
    paidAmountCents: sumCents(checkout.paidAmountCents ?? cents(0), charge.paidAmountCents ?? charge.amountCents),
    platformFeeCents: sumCents(checkout.platformFeeCents, charge.platformFeeCents),
    updatedAt: charge.updatedAt,
  };
  // It stays what it was paid as.
  if (charge.upsellItem) return paid;
  const next: CheckoutStatus = checkout.frequency === 'MULTIPLE_PAYMENTS' ? 'ACTIVE' : 'PAID';
  // Many customers pay it, so none of them becomes its customer.
  const isLink = next === 'ACTIVE' || checkout.frequency === 'SUBSCRIPTION';
  return {
    ...paid,
    status: next,
    // A boleto may be in another name; the customer stays.
    customerId: isLink ? checkout.customerId : (checkout.customerId ?? charge.customerId),
    paidChargeId: charge.id,
    installmentsCount: charge.card?.installmentCount ?? checkout.installmentsCount,
  };
}

/** The checkout or link after a refund of `charge`, which is passed as refunded. */
export function refundCheckout(checkout: Checkout, charge: Charge, amountCents: Cents, at: Date): Checkout {
  const refundedCents = sumCents(checkout.refundedCents, amountCents);
  const isLast = checkout.paidChargeId === charge.id || charge.upsellItem !== undefined;
  // What was offered after the payment is another payment of it: both are back then.
  const isAll = checkout.upsellProductId === undefined || refundedCents === checkout.paidAmountCents;
  const isWhole = charge.status === 'REFUNDED' && isLast && isAll;
  return {
    ...checkout,
    status: isWhole && canMoveCheckout(checkout.status, 'REFUNDED') ? 'REFUNDED' : checkout.status,
    refundedCents,
    updatedAt: at,
  };
}

/** The checkout or link after a delete. NOT_FOUND when it is deleted already, FAILED_PRECONDITION when it is over. */
export function cancelCheckout(checkout: Checkout, at: Date): Checkout {
  const status = checkoutStatusAt(checkout, at);
  if (status === 'CANCELLED') throw checkoutNotFound(checkout.frequency);
  const isOpen =
    status === 'PENDING' || status === 'ACTIVE' || (checkout.frequency === 'SUBSCRIPTION' && status === 'PAID');
  if (!isOpen) throw checkoutNotDeletable(status);
  return { ...checkout, status: 'CANCELLED', updatedAt: at };
}

/** INVALID_ARGUMENT for a record of another kind than that of the route; undefined accepts every kind. */
export function checkKind(
  checkout: Pick<Checkout, 'frequency'>,
  frequency: CheckoutFrequency | undefined,
  operation: KindOperation,
): void {
  if (checkout.frequency === 'CYCLE' && operation !== 'get') throw cycleCollectsItself();
  const kind = isOfSubscription(checkout) ? 'SUBSCRIPTION' : checkout.frequency;
  if (frequency !== undefined && kind !== frequency) throw wrongKind(kind, operation);
}

/** A checkout that starts subscriptions, or one of their cycles. */
export function isOfSubscription({ frequency }: Pick<Checkout, 'frequency'>): boolean {
  return frequency === 'SUBSCRIPTION' || frequency === 'CYCLE';
}

const quantityMax = 10_000;
const itemsMax = 100;

/** Sum of price × quantity; INVALID_ARGUMENT outside the limits of a checkout. */
export function checkoutTotal(items: readonly Pick<CheckoutItem, 'unitPriceCents' | 'quantity'>[]): Cents {
  let total = cents(0);
  for (const { unitPriceCents, quantity } of items) {
    total = sumCents(total, cents(unitPriceCents * quantity));
    // At once: a hundred of the largest lines would exceed the range of exact integers.
    if (total > amountCentsMax) break;
  }
  if (total < amountCentsMin || total > amountCentsMax) {
    throw invalidArgument(
      `The total of the items should be from ${String(amountCentsMin)} to ${String(amountCentsMax)}`,
    );
  }
  return total;
}

export function checkItemCount(quantities: readonly number[]): void {
  if (quantities.length < 1 || quantities.length > itemsMax) {
    throw invalidArgument(`Property 'items' should have from 1 to ${String(itemsMax)} elements`);
  }
  if (quantities.some((quantity) => !Number.isInteger(quantity) || quantity < 1 || quantity > quantityMax)) {
    throw invalidArgument(`Property 'quantity' should be from 1 to ${String(quantityMax)}`);
  }
}

/**
 * The requested methods, less those that cannot collect the total.
 * @param canCollect whether a method collects it
 * @param refusal where none is left: that of the first
 */
export function offeredMethods(
  methods: readonly PaymentMethod[],
  canCollect: (method: PaymentMethod) => boolean,
  refusal: (first: PaymentMethod) => AppError,
): readonly PaymentMethod[] {
  if (new Set(methods).size !== methods.length) throw invalidArgument("Property 'methods' should not repeat a method");
  const offered = methods.filter(canCollect);
  const [first] = methods;
  if (offered.length === 0 && first) throw refusal(first);
  return offered;
}

const installmentCentsMin = 1_000;

/** 1 to 12, and R$ 10 for each installment from the second on (docs/behaviour/money.md#installments). */
export function checkInstallments(count: number, total: Cents, property = 'maxInstallments'): void {
  if (!Number.isInteger(count) || count < 1 || count > 12) {
    throw invalidArgument(`Property '${property}' should be from 1 to 12`);
  }
  if (!canDivide(count, total)) {
    throw failedPrecondition(
      `Total below minimum for ${String(count)}x (R$10 per installment)`,
      'INSTALLMENT_TOO_SMALL',
    );
  }
}

/** Whether each installment is large enough. */
export function canDivide(count: number, total: Cents): boolean {
  return count === 1 || total >= count * installmentCentsMin;
}

/** Before coupons, as requested. */
export function grossTotal({ amountCents, discountCents }: Pick<Checkout, 'amountCents' | 'discountCents'>): Cents {
  return sumCents(amountCents, discountCents);
}

/** True when a repeated create requests the same price, items, customer, splits, wallets and offer. */
export function isSameCheckout(a: Checkout, b: Checkout): boolean {
  return (
    grossTotal(a) === grossTotal(b) &&
    a.requestedCustomerId === b.requestedCustomerId &&
    a.frequency === b.frequency &&
    // Another day of the first charge; of others it only ends the offer.
    (a.frequency !== 'SUBSCRIPTION' || a.dueDate === b.dueDate) &&
    isSameSplit(a.splits, b.splits) &&
    isSameWallets(a.wallets, b.wallets) &&
    a.upsellProductId === b.upsellProductId &&
    a.items.length === b.items.length &&
    a.items.every((item) => b.items.some((other) => isSameItem(item, other)))
  );
}

function isSameItem(a: CheckoutItem, b: CheckoutItem): boolean {
  return a.productId === b.productId && a.quantity === b.quantity && a.unitPriceCents === b.unitPriceCents;
}
