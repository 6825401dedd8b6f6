import {
  allocate,
  cents,
  failedPrecondition,
  formatBrl,
  subtractCents,
  type AppError,
  type Cents,
} from '@pitanga/core';
import { canDivide, type Checkout } from '../checkouts/checkout';
import type { StoreSetup } from '../managing/store-setup';
import { amountCentsMax } from '../money/amount-limits';
import { smallestCovering, type FeeSchedule } from '../money/fees';

/** What a buyer pays by card in one number of installments, where the fee is passed to them. */
export interface CardPrice {
  readonly installmentCount: number;
  readonly amountCents: Cents;
  /** What of it is above the price. */
  readonly surchargeCents: Cents;
  /** The largest installment. */
  readonly firstInstallmentCents: Cents;
}

/**
 * What a card pays for this price (docs/behaviour/money.md#passed-fees).
 * @throws AppError FAILED_PRECONDITION CARD_AMOUNT_TOO_LARGE
 */
export function cardAmount(
  fees: FeeSchedule,
  { passesFees }: Pick<Checkout, 'passesFees'>,
  price: Cents,
  installments: number,
): Cents {
  if (!passesFees || price === 0) return price;
  const amount = smallestCovering(fees, price, installments);
  if (amount > amountCentsMax) throw cardAmountTooLarge(installments);
  return amount;
}

/** What each number of installments of a new checkout would cost is within the limit; with coupons it is less. */
export function checkCardAmounts(
  fees: FeeSchedule,
  checkout: Pick<Checkout, 'passesFees'>,
  price: Cents,
  maxInstallments: number,
): void {
  for (let count = 1; count <= maxInstallments; count += 1) cardAmount(fees, checkout, price, count);
}

/** What the page of a checkout offers by card; empty where a card pays the price. */
export function cardPrices(
  { settings: { fees }, providers }: Pick<StoreSetup, 'settings' | 'providers'>,
  checkout: Pick<Checkout, 'passesFees' | 'amountCents' | 'methods' | 'maxInstallments'>,
): readonly CardPrice[] {
  const { passesFees, amountCents: price, methods } = checkout;
  if (!passesFees || price === 0 || !methods.includes('CARD') || !providers.card) return [];
  const max = Math.min(checkout.maxInstallments, providers.card.installmentsMax);
  return Array.from({ length: max }, (_, index) => index + 1)
    .filter((count) => canDivide(count, price))
    .map((count) => toCardPrice(price, smallestCovering(fees, price, count), count))
    .filter(({ amountCents }) => amountCents <= amountCentsMax);
}

function toCardPrice(price: Cents, amountCents: Cents, installmentCount: number): CardPrice {
  const [first = amountCents] = allocate(amountCents, Array<number>(installmentCount).fill(1));
  const surchargeCents = subtractCents(amountCents, price);
  return { installmentCount, amountCents, surchargeCents, firstInstallmentCents: first };
}

function cardAmountTooLarge(installments: number): AppError {
  const largest = formatBrl(cents(amountCentsMax));
  return failedPrecondition(
    `With the passed fee a card would pay more than ${largest} in ${String(installments)} installments`,
    'CARD_AMOUNT_TOO_LARGE',
  );
}
