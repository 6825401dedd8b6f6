import { cents, sumCents, type Cents } from '@pitanga/core';

/** What items cost before discounts. */
export function itemsTotal(items: readonly { readonly unitPriceCents: number; readonly quantity: number }[]): Cents {
  return sumCents(...items.map(({ unitPriceCents, quantity }) => cents(unitPriceCents * quantity)));
}
