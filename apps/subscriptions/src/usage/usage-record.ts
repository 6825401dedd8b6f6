import type { Cents } from '@pitanga/core';

export const usageActions = ['ADD', 'SUBTRACT'] as const;
export type UsageAction = (typeof usageActions)[number];

/** Most units of one record. */
export const unitsMax = 9_999_999_999;

/** Units of a pay-as-you-go product, added to a cycle's charge or subtracted. */
export interface UsageRecord {
  /** usgr_… */
  readonly id: string;
  readonly subscriptionId: string;
  /** The cycle whose charge it is added to. */
  readonly cycleNumber: number;
  /** The payment that cycle collects, counted from 1. */
  readonly installmentNumber: number;
  readonly productId: string;
  /** 1 to 9,999,999,999. */
  readonly units: number;
  /** The product's when it was recorded; of units taken back the one at which the last of them were added. */
  readonly unitPriceCents: Cents;
  /** What it adds to the charge, or takes from it. */
  readonly amountCents: Cents;
  readonly action: UsageAction;
  readonly recordedAt: Date;
}
