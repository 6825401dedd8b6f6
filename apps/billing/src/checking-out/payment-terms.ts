import { isAppError, type Tenant } from '@pitanga/core';
import type { Locked } from '@pitanga/database';
import { checkPayable, type Checkout } from '../checkouts/checkout';
import {
  checkoutNotFound,
  methodNotOffered,
  notALink,
  notASubscriptionCheckout,
  subscriptionCheckout,
} from '../checkouts/checkout-errors';
import { findCheckout } from '../checkouts/checkout-queries';
import { lockCheckout } from '../checkouts/checkout-repository';
import { foldCode } from '../coupons/coupon';
import type { Discount } from '../coupons/discount';
import type { ReadDeps, TxDeps } from '../deps';
import type { PaymentMethod } from '../money/fees';
import { applyToCheckout, discountedTerms } from './apply-coupons';
import { reserveCoupons, withoutApplied } from './reserve-coupons';

/** NOT_FOUND, or FAILED_PRECONDITION unless the checkout takes payments now and offers the method. */
export async function findPayable(
  deps: ReadDeps,
  tenant: Tenant,
  id: string,
  method?: PaymentMethod,
): Promise<Checkout> {
  return findOpen(deps, tenant, id, checkOwnPage, method);
}

/** The same for a checkout by which customers subscribe. */
export async function findSubscribable(
  deps: ReadDeps,
  tenant: Tenant,
  id: string,
  method: PaymentMethod,
): Promise<Checkout> {
  return findOpen(deps, tenant, id, checkSubscribable, method);
}

/** The same for a checkout that many may pay: coupons count for one payment, or one subscription, of it. */
export async function findPriced(deps: ReadDeps, tenant: Tenant, id: string): Promise<Checkout> {
  return findOpen(deps, tenant, id, checkPriced);
}

async function findOpen(
  deps: ReadDeps,
  tenant: Tenant,
  id: string,
  checkFrequency: (checkout: Checkout) => void,
  method?: PaymentMethod,
): Promise<Checkout> {
  const checkout = await findCheckout(deps.db, tenant, { id });
  if (!checkout) throw checkoutNotFound();
  checkFrequency(checkout);
  checkPayable(checkout, deps.clock.now(tenant));
  if (method !== undefined && !checkout.methods.includes(method)) throw methodNotOffered(method);
  return checkout;
}

/** FAILED_PRECONDITION for a subscription checkout: a charge alone starts no subscription. */
export function checkOwnPage({ frequency }: Pick<Checkout, 'frequency'>): void {
  if (frequency !== 'ONE_TIME' && frequency !== 'MULTIPLE_PAYMENTS') throw subscriptionCheckout();
}

function checkSubscribable(checkout: Checkout): void {
  if (!isSubscription(checkout)) throw notASubscriptionCheckout();
}

function checkPriced(checkout: Checkout): void {
  if (!isLink(checkout) && !isSubscription(checkout)) throw notALink();
}

/** A checkout and the terms of one payment of it. */
export interface Payable {
  readonly checkout: Locked<Checkout>;
  /** `discounts` are those of one payment of a link; the amount of a checkout includes its own. */
  readonly terms: Pick<Checkout, 'amountCents' | 'couponsUsed'> & { readonly discounts: readonly Discount[] };
}

/**
 * Locks a checkout that takes payments, and reserves a payer's coupons: a checkout keeps them, for a link they count
 * for one payment.
 */
export async function lockWithCoupons(
  tx: TxDeps,
  tenant: Tenant,
  checkoutId: string,
  codes: readonly string[],
): Promise<Payable> {
  // Before the coupons, so that a paid checkout is refused whatever they are.
  const seen = await findPayable(tx, tenant, checkoutId);
  const reserved = await reserveCoupons(tx, tenant, seen, codes);
  const locked = await lockCheckout(tx.db, tenant, checkoutId);
  if (!locked) throw checkoutNotFound();
  checkPayable(locked, tx.clock.now(tenant));
  const coupons = await withoutApplied(tx, tenant, locked, reserved);
  if (isLink(locked)) return { checkout: locked, terms: discountedTerms(locked, coupons) };
  const checkout = await applyToCheckout(tx, tenant, locked, coupons);
  return { checkout, terms: { amountCents: checkout.amountCents, couponsUsed: checkout.couponsUsed, discounts: [] } };
}

export function isLink({ frequency }: Pick<Checkout, 'frequency'>): boolean {
  return frequency === 'MULTIPLE_PAYMENTS';
}

export function isSubscription({ frequency }: Pick<Checkout, 'frequency'>): boolean {
  return frequency === 'SUBSCRIPTION';
}

/** Whether two lists name the same coupons; order, case and repeats do not matter. */
export function isSameCoupons(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a.map(foldCode)), new Set(b.map(foldCode))];
  return left.size === right.size && [...left].every((code) => right.has(code));
}

const attemptsMax = 3;

/** Retries a payment when another request changed what is to be paid between its preparation and its write. */
export async function untilUnchanged<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isAppError(error) || error.reason !== 'PAYMENT_CHANGED' || attempt === attemptsMax) throw error;
    }
  }
}
