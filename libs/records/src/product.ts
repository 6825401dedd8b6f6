import type { Product } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { enumName, instant, orNull } from './wire';

/** Billing cycles, the shortest first. */
export const billingCycles = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUALLY', 'ANNUALLY'] as const;
export type BillingCycleName = (typeof billingCycles)[number];

export const BillingCycle = OneOf('BillingCycle', billingCycles);

export const SubscriptionFrequency = NamedObject('SubscriptionFrequency', { cycle: BillingCycle });

export const productStatuses = ['ACTIVE', 'INACTIVE'] as const;

export const ProductStatus = OneOf('ProductStatus', productStatuses);

export const ProductRecord = NamedObject('Product', {
  id: Type.String(),
  devMode: Type.Boolean(),
  externalId: Type.String(),
  name: Type.String(),
  description: Type.String(),
  price: Type.Integer({ description: 'Centavos.' }),
  currency: Type.String(),
  cycle: Nullable(BillingCycle),
  trialDays: Nullable(Type.Integer()),
  imageUrl: Nullable(Type.String({ description: 'Our own address of the image.' })),
  hasFile: Type.Boolean({ description: "The file's address itself is never answered." }),
  status: ProductStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type ProductRecord = Static<typeof ProductRecord>;

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
