import type { Product } from '@pitanga/contracts';
import { instant, enumName, orNull } from './wire';

/** Billing cycles, the shortest first. */
export const billingCycles = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUALLY', 'ANNUALLY'] as const;
export type BillingCycleName = (typeof billingCycles)[number];

export const productStatuses = ['ACTIVE', 'INACTIVE'] as const;

export interface ProductRecord {
  readonly id: string;
  readonly devMode: boolean;
  readonly externalId: string;
  readonly name: string;
  readonly description: string;
  /** Centavos. */
  readonly price: number;
  readonly currency: string;
  readonly cycle: BillingCycleName | null;
  readonly trialDays: number | null;
  readonly imageUrl: string | null;
  /** The file's address itself is never shown. */
  readonly hasFile: boolean;
  readonly status: (typeof productStatuses)[number];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function productRecord(product: Product): ProductRecord {
  return {
    id: product.id,
    devMode: product.devMode,
    externalId: product.externalId,
    name: product.name,
    description: product.description,
    price: product.priceCents,
    currency: product.currency,
    cycle: product.cycle === undefined ? null : enumName('BILLING_CYCLE', product.cycle),
    trialDays: orNull(product.trialDays),
    imageUrl: orNull(product.imageUrl),
    hasFile: product.hasFile,
    status: enumName('PRODUCT_STATUS', product.status),
    createdAt: instant(product.createdAt, 'createdAt'),
    updatedAt: instant(product.updatedAt, 'updatedAt'),
  };
}
