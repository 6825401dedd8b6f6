import { cents, type Cents, type CollectableRange } from '@pitanga/core';
import type { Agreement } from '../agreements/agreement';
import type { Checkout } from '../checkouts/checkout';
import { discountedCents } from '../coupons/discount';
import type { StoreSetup } from '../managing/store-setup';
import { amountCentsMax, amountCentsMin } from '../money/amount-limits';
import { amountBelowMinimum, smallestAboveFee, type PaymentMethod } from '../money/fees';

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
  return cents(Math.max(amountCentsMin, smallestAboveFee(settings.fees, method), ofProvider ?? 0));
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
  throw amountBelowMinimum(method, smallest, others);
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
