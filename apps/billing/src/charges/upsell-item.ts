import type { Cents } from '@pitanga/core';

/** What was offered after a payment and taken up, as it was sold. */
export interface UpsellItem {
  readonly productId: string;
  readonly productExternalId: string;
  readonly name: string;
  readonly description: string;
  readonly unitPriceCents: Cents;
  readonly quantity: 1;
}
