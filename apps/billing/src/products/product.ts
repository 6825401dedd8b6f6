import { invalidArgument, type Cents } from '@pitanga/core';
import { amountCentsMax } from '../money/amount-limits';

export const billingCycles = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUALLY', 'ANNUALLY'] as const;
export type BillingCycle = (typeof billingCycles)[number];

export const productStatuses = ['ACTIVE', 'INACTIVE'] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** Something a store sells. */
export interface Product {
  readonly id: string;
  readonly devMode: boolean;
  /** Unique in the store and environment. */
  readonly externalId: string;
  readonly name: string;
  readonly description: string;
  readonly priceCents: Cents;
  readonly currency: 'BRL';
  /** Absent for one-off and pay-as-you-go products. */
  readonly cycle: BillingCycle | undefined;
  readonly trialDays: number | undefined;
  /** Of the stored picture; its address is made of it. */
  readonly imageKey: string | undefined;
  /** Buyers get the file after payment; its key stays with the file. */
  readonly hasFile: boolean;
  readonly status: ProductStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ProductInput {
  readonly externalId: string;
  readonly name: string;
  readonly description: string;
  readonly priceCents: Cents;
  /** Empty means BRL. */
  readonly currency: string;
  readonly cycle: BillingCycle | undefined;
  readonly trialDays: number | undefined;
}

/** INVALID_ARGUMENT for what no product may be. */
export function checkProductInput(input: ProductInput): void {
  if (input.externalId === '') throw invalidArgument("Property 'externalId' should not be empty");
  if (input.name === '') throw invalidArgument("Property 'name' should not be empty");
  if (input.priceCents < 1 || input.priceCents > amountCentsMax) {
    throw invalidArgument(`Property 'price' should be from 1 to ${String(amountCentsMax)}`);
  }
  if (input.currency !== '' && input.currency !== 'BRL') throw invalidArgument("Property 'currency' should be BRL");
  if (input.trialDays === undefined) return;
  if (input.cycle === undefined) throw invalidArgument("Property 'trialDays' needs a product with a cycle");
  if (!Number.isInteger(input.trialDays) || input.trialDays < 1 || input.trialDays > 90) {
    throw invalidArgument("Property 'trialDays' should be from 1 to 90");
  }
}

/** True when a repeated create charges what is already there: only another price is a conflict. */
export function isSamePrice(product: Product, input: ProductInput): boolean {
  return product.priceCents === input.priceCents && product.cycle === input.cycle;
}
