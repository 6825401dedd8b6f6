import { cents, failedPrecondition, invalidArgument, sumCents, type Cents } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import { chargeNotPayable } from '../charges/charge-errors';
import { amountCentsMax, amountCentsMin } from '../money/amount-limits';
import { amountBelowFee, feeOf, type FeeSchedule, type PaymentMethod } from '../money/fees';
import type { BoletoFine } from '../money/late-fees';
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
  /** This line's part of the discount; absent before a coupon was applied. */
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

/** A page on which a customer pays for items: once (checkout), or any number of times (payment link). */
export interface Checkout {
  readonly id: string;
  readonly devMode: boolean;
  readonly externalId: string | undefined;
  /** v1 billing: the external id names nothing and may repeat. */
  readonly isExternalIdLabel: boolean;
  readonly frequency: CheckoutFrequency;
  readonly status: CheckoutStatus;
  /** What is to be paid: the items less `discountCents`. */
  readonly amountCents: Cents;
  readonly paidAmountCents: Cents | undefined;
  /** What is back with its payers; accumulates on links. */
  readonly refundedCents: Cents;
  /** 0 until paid; accumulates on links. */
  readonly platformFeeCents: Cents;
  readonly items: readonly CheckoutItem[];
  readonly methods: readonly PaymentMethod[];
  /** Codes this checkout accepts; with none, any of the store's where `allowCoupons`. */
  readonly coupons: readonly string[];
  readonly allowCoupons: boolean;
  /** Codes that were applied, in the order of their discounts. */
  readonly couponsUsed: readonly string[];
  readonly discountCents: Cents;
  /** Of its boletos, once overdue: hundredths of a percent a month. */
  readonly interestBasisPoints: number | undefined;
  readonly fine: BoletoFine | undefined;
  readonly customerId: string | undefined;
  /** Who the creator named; `customerId` may become the payer. */
  readonly requestedCustomerId: string | undefined;
  readonly returnUrl: string | undefined;
  readonly completionUrl: string | undefined;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly dueDate: string | undefined;
  readonly maxInstallments: number;
  readonly installmentsCount: number | undefined;
  readonly skipCustomer: boolean;
  readonly skipReview: boolean;
  readonly metadataJson: string;
  /** Absent for links, which stay open until they are deleted. */
  readonly expiresAt: Date | undefined;
  /** Of a subscription's product. */
  readonly trialDays: number | undefined;
  /** Of the subscriptions that this checkout starts. */
  readonly retryPolicy: RetryPolicy | undefined;
  /** Whose cycle this is the checkout of, and which. */
  readonly cycleOf: { readonly subscriptionId: string; readonly number: number } | undefined;
  /** The charge whose receipt is shown. */
  readonly paidChargeId: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** FAILED_PRECONDITION unless the checkout takes payments at `now`. */
export function checkPayable(checkout: Checkout, now: Date): void {
  const status = checkoutStatusAt(checkout, now);
  if (!canTakePayment({ ...checkout, status })) throw chargeNotPayable(status);
}

/** Whether the stored state takes a payment; its own expiry is judged by the charge, which never outlives it. */
export function canTakePayment({ status, frequency }: Pick<Checkout, 'status' | 'frequency'>): boolean {
  if (status === 'PENDING' || status === 'ACTIVE') return true;
  // One customer after the other may subscribe, until it is deleted.
  return frequency === 'SUBSCRIPTION' && status === 'PAID';
}

/** The checkout after one of its charges was paid: PAID, or a link that has collected once more. */
export function payCheckout(checkout: Checkout, charge: Charge): Checkout {
  const next: CheckoutStatus = checkout.frequency === 'MULTIPLE_PAYMENTS' ? 'ACTIVE' : 'PAID';
  // Judged by the stored status: the charge was in time, and its own expiry never outlives the checkout's.
  if (!canTakePayment(checkout)) throw chargeNotPayable(checkout.status);
  // Paid by many: whoever paid last is not its customer.
  const isLink = next === 'ACTIVE' || checkout.frequency === 'SUBSCRIPTION';
  return {
    ...checkout,
    status: next,
    paidAmountCents: sumCents(checkout.paidAmountCents ?? cents(0), charge.paidAmountCents ?? charge.amountCents),
    platformFeeCents: sumCents(checkout.platformFeeCents, charge.platformFeeCents),
    // A boleto may be in another name than the customer's, who stays.
    customerId: isLink ? checkout.customerId : (checkout.customerId ?? charge.customerId),
    paidChargeId: charge.id,
    installmentsCount: charge.card?.installmentCount ?? checkout.installmentsCount,
    updatedAt: charge.updatedAt,
  };
}

/** The checkout or link after a refund of its charge, which is given as it is then. */
export function refundCheckout(checkout: Checkout, charge: Charge, amountCents: Cents, at: Date): Checkout {
  const isWhole = charge.status === 'REFUNDED' && checkout.paidChargeId === charge.id;
  return {
    ...checkout,
    status: isWhole && canMoveCheckout(checkout.status, 'REFUNDED') ? 'REFUNDED' : checkout.status,
    refundedCents: sumCents(checkout.refundedCents, amountCents),
    updatedAt: at,
  };
}

/** The checkout or link after it was deleted. NOT_FOUND when it already is, FAILED_PRECONDITION when it is over. */
export function cancelCheckout(checkout: Checkout, at: Date): Checkout {
  const status = checkoutStatusAt(checkout, at);
  if (status === 'CANCELLED') throw checkoutNotFound(checkout.frequency);
  const isOpen = checkout.frequency === 'SUBSCRIPTION' && status === 'PAID';
  if (!isOpen && !canMoveCheckout(status, 'CANCELLED')) throw checkoutNotDeletable(status);
  return { ...checkout, status: 'CANCELLED', updatedAt: at };
}

/** INVALID_ARGUMENT for a record of another kind than the operation's; undefined takes every kind. */
export function checkKind(
  checkout: Pick<Checkout, 'frequency'>,
  frequency: CheckoutFrequency | undefined,
  operation: KindOperation,
): void {
  if (checkout.frequency === 'CYCLE' && operation !== 'get') throw cycleCollectsItself();
  const kind = isOfSubscription(checkout) ? 'SUBSCRIPTION' : checkout.frequency;
  if (frequency !== undefined && kind !== frequency) throw wrongKind(kind, operation);
}

/** A checkout that begins subscriptions, or that of one of their cycles. */
export function isOfSubscription({ frequency }: Pick<Checkout, 'frequency'>): boolean {
  return frequency === 'SUBSCRIPTION' || frequency === 'CYCLE';
}

const quantityMax = 10_000;
const itemsMax = 100;

/** Sum of price × quantity; INVALID_ARGUMENT outside the limits of a checkout. */
export function totalOf(items: readonly Pick<CheckoutItem, 'unitPriceCents' | 'quantity'>[]): Cents {
  let total = cents(0);
  for (const { unitPriceCents, quantity } of items) {
    total = sumCents(total, cents(unitPriceCents * quantity));
    // Left at once: a hundred of the largest lines would leave the range of exact integers.
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

/** The methods a payer is offered: those asked for, less those whose fee would reach the total. */
export function offeredMethods(
  methods: readonly PaymentMethod[],
  fees: FeeSchedule,
  total: Cents,
): readonly PaymentMethod[] {
  if (new Set(methods).size !== methods.length) throw invalidArgument("Property 'methods' should not repeat a method");
  const offered = methods.filter((method) => feeOf(fees, method, total) < total);
  const [first] = methods;
  if (offered.length === 0 && first) throw amountBelowFee(fees, first);
  return offered;
}

const installmentCentsMin = 1_000;

/** 1 to 12, and R$ 10 for each installment from the second on (docs/behaviour/money.md#installments). */
export function checkInstallments(count: number, total: Cents, property = 'maxInstallments'): void {
  if (!Number.isInteger(count) || count < 1 || count > 12) {
    throw invalidArgument(`Property '${property}' should be from 1 to 12`);
  }
  if (count >= 2 && total < count * installmentCentsMin) {
    throw failedPrecondition(
      `Total below minimum for ${String(count)}x (R$10 per installment)`,
      'INSTALLMENT_TOO_SMALL',
    );
  }
}

/** True when a repeated create asks for what is already there (price, items, customer). */
export function isSameCheckout(a: Checkout, b: Checkout): boolean {
  return (
    // Before coupons: what the creator asked for.
    sumCents(a.amountCents, a.discountCents) === sumCents(b.amountCents, b.discountCents) &&
    a.requestedCustomerId === b.requestedCustomerId &&
    a.frequency === b.frequency &&
    a.items.length === b.items.length &&
    a.items.every((item) => b.items.some((other) => isSameItem(item, other)))
  );
}

function isSameItem(a: CheckoutItem, b: CheckoutItem): boolean {
  return a.productId === b.productId && a.quantity === b.quantity && a.unitPriceCents === b.unitPriceCents;
}
