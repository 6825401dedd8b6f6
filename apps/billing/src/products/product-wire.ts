import { toWire, type Product as ProductMessage } from '@pitanga/contracts';
import type { Product } from './product';

/** A product as answers and facts carry it. */
export function productToWire(product: Product): ProductMessage {
  return {
    ...product,
    cycle: product.cycle && toWire('BILLING_CYCLE', product.cycle),
    status: toWire('PRODUCT_STATUS', product.status),
  };
}
