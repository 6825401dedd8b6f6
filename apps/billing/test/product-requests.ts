import type { CreateProductRequest, Product } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { call, type Billing } from './billing-harness';

export function aProductRequest(tenant: Tenant, overrides: Partial<CreateProductRequest> = {}): CreateProductRequest {
  const content = { name: 'E-book', description: '', priceCents: 4_990, currency: '', cycle: undefined };
  return { tenant, externalId: testIds.token(10), ...content, trialDays: undefined, ...overrides };
}

export async function createProduct(billing: Billing, request: CreateProductRequest, key?: string): Promise<Product> {
  const { product } = await billing.products.createProduct(request, call(key));
  if (!product) throw new Error('no product');
  return product;
}
