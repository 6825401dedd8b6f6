import { isAppError, type Tenant } from '@pitanga/core';
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
import type { Deps } from '../deps';
import type { PaymentMethod } from '../money/fees';
import { applyToCheckout, discountedTerms } from './apply-coupons';
import { reserveCoupons, withoutApplied } from './reserve-coupons';

/** NOT_FOUND, or FAILED_PRECONDITION unless the checkout takes payments now and offers the method. */
export async function findPayable(deps: Deps, tenant: Tenant, id: string, method?: PaymentMethod): Promise<Checkout> {
  return findOpen(deps, tenant, id, checkOwnPage, method);
}

/** The same of a checkout by which customers subscribe. */
export async function findSubscribable(
  deps: Deps,
  tenant: Tenant,
  id: string,
  method: PaymentMethod,
): Promise<Checkout> {
  return findOpen(deps, tenant, id, checkSubscribable, method);
}

/** The same of one that many may pay, so that coupons count for one payment, or one subscription, of it. */
export async function findPriced(deps: Deps, tenant: Tenant, id: string): Promise<Checkout> {
  return findOpen(deps, tenant, id, checkPriced);
}

async function findOpen(
  deps: Deps,
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

/** A charge alone starts no subscription. */
export function checkOwnPage({ frequency }: Pick<Checkout, 'frequency'>): void {
  if (frequency !== 'ONE_TIME' && frequency !== 'MULTIPLE_PAYMENTS') throw subscriptionCheckout();
}

function checkSubscribable(checkout: Checkout): void {
  if (!isSubscription(checkout)) throw notASubscriptionCheckout();
}

function checkPriced(checkout: Checkout): void {
  if (!isLink(checkout) && !isSubscription(checkout)) throw notALink();
}

/** A locked checkout and what one payment of it is to bring. */
export interface Payable {
  readonly checkout: Checkout;
  /** The discounts are those of a link's payment alone; a checkout has its own in its amount. */
  readonly terms: Pick<Checkout, 'amountCents' | 'couponsUsed'> & { readonly discounts: readonly Discount[] };
}

/**
 * Locks a checkout that takes payments, with a payer's coupons: those of a checkout are its own from now on, those of
 * a link count for one payment. Lock order: coupon, checkout, charge. `deps.db` is a transaction.
 */
export async function lockWithCoupons(
  deps: Deps,
  tenant: Tenant,
  checkoutId: string,
  codes: readonly string[],
): Promise<Payable> {
  // Before the coupons: of a checkout that is paid it does not matter what they are.
  const seen = await findPayable(deps, tenant, checkoutId);
  const reserved = await reserveCoupons(deps, tenant, seen, codes);
  const locked = await lockCheckout(deps.db, tenant, checkoutId);
  if (!locked) throw checkoutNotFound();
  checkPayable(locked, deps.clock.now(tenant));
  const coupons = await withoutApplied(deps, tenant, locked, reserved);
  if (isLink(locked)) return { checkout: locked, terms: discountedTerms(locked, coupons) };
  const checkout = await applyToCheckout(deps, tenant, locked, coupons);
  return { checkout, terms: { amountCents: checkout.amountCents, couponsUsed: checkout.couponsUsed, discounts: [] } };
}

export function isLink({ frequency }: Pick<Checkout, 'frequency'>): boolean {
  return frequency === 'MULTIPLE_PAYMENTS';
}

export function isSubscription({ frequency }: Pick<Checkout, 'frequency'>): boolean {
  return frequency === 'SUBSCRIPTION';
}

/** Whether two lists name the same coupons, each once, in whatever order and case. */
export function isSameCoupons(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a.map(foldCode)), new Set(b.map(foldCode))];
  return left.size === right.size && [...left].every((code) => right.has(code));
}

const attemptsMax = 3;

/** Runs a payment's preparation and writing again when, between the two, somebody else changed what is to be paid. */
export async function untilUnchanged<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isAppError(error) || error.reason !== 'PAYMENT_CHANGED' || attempt === attemptsMax) throw error;
    }
  }
}
