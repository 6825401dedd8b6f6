import { cents, zeroCents, type AppError, type Cents, type CollectableRange } from '@pitanga/core';
import type { Agreement } from '../agreements/agreement';
import type { Checkout } from '../checkouts/checkout';
import { discountedCents } from '../coupons/discount';
import type { StoreSetup } from '../managing/store-setup';
import { amountCentsMax, amountCentsMin } from '../money/amount-limits';
import { amountBelowMinimum, belowOwnMinimum, smallestAboveFee, type PaymentMethod } from '../money/fees';
import type { StoreSettings } from '../store-settings/store-settings';

/**
 * The smallest amount that a store can collect by a method: a charge may have it, its fee leaves something of it, and its
 * provider takes it (docs/behaviour/money.md#fee-below-amount).
 */
export function smallestCollectable({ settings, providers }: StoreSetup, method: PaymentMethod): Cents {
  const { pix, card, boleto } = providers;
  const ofProvider = {
    PIX: pix?.rules.amountCentsMin,
    CARD: card?.amountCentsMin,
    BOLETO: boleto?.rules.amountCentsMin,
  }[method];
  const ofStore = method === 'BOLETO' ? settings.terms.minimumBoletoCents : undefined;
  return cents(Math.max(amountCentsMin, smallestAboveFee(settings.fees, method), ofProvider ?? 0, ofStore ?? 0));
}

/** Why a method does not collect an amount: `others` of the store could, where its own minimum is not what refuses. */
export function notCollectable(setup: StoreSetup, method: PaymentMethod, others: readonly PaymentMethod[]): AppError {
  const smallest = smallestCollectable(setup, method);
  const isOwn = method === 'BOLETO' && smallest === setup.settings.terms.minimumBoletoCents;
  return isOwn ? belowOwnMinimum('boleto', smallest) : amountBelowMinimum(method, smallest, others);
}

/** FAILED_PRECONDITION for a boleto below what the store takes, if that is more than what its fee allows. */
export function checkBoletoMinimum({ fees, terms }: StoreSettings, amountCents: Cents): void {
  const minimum = terms.minimumBoletoCents ?? zeroCents;
  if (amountCents < minimum && minimum >= smallestAboveFee(fees, 'BOLETO')) throw belowOwnMinimum('boleto', minimum);
}

/** The same of a checkout or link, by its total before coupons. */
export function checkCheckoutMinimum({ terms }: StoreSettings, totalCents: Cents): void {
  const { minimumCheckoutCents: minimum } = terms;
  if (minimum !== undefined && totalCents < minimum) throw belowOwnMinimum('checkout', minimum);
}

/** FAILED_PRECONDITION that names those of the offered methods which can collect it. */
export function checkCollectable(
  setup: StoreSetup,
  method: PaymentMethod,
  amountCents: Cents,
  offered: readonly PaymentMethod[],
): void {
  const smallest = smallestCollectable(setup, method);
  if (amountCents >= smallest) return;
  const others = offered.filter((other) => amountCents >= smallestCollectable(setup, other));
  throw notCollectable(setup, method, others);
}

/**
 * What the cycles of a subscription can collect. By Pix what earlier cycles left never brings one above the price that the
 * payer authorised at the start, which no limit of theirs can be below; where nothing was due then, nothing is known of it.
 */
export function collectableRange(
  setup: StoreSetup,
  { method, coupons }: Pick<Agreement, 'method' | 'coupons'>,
  origin: Pick<Checkout, 'amountCents'>,
): CollectableRange {
  const minCents = smallestCollectable(setup, method);
  const authorizedCents = discountedCents(origin.amountCents, coupons);
  const isLimited = method === 'PIX' && authorizedCents > 0;
  return { minCents, carryMaxCents: isLimited ? authorizedCents : cents(amountCentsMax) };
}
