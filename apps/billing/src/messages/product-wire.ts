import { toWire, type Product as ProductMessage } from '@pitanga/contracts';
import { imageAddress } from '../files/file';
import type { Product } from '../products/product';

/** A product in responses and events. */
export function productToWire({ imageKey, ...product }: Product, publicUrl: string): ProductMessage {
  return {
    ...product,
    cycle: product.cycle && toWire('BILLING_CYCLE', product.cycle),
    imageUrl: imageKey === undefined ? undefined : imageAddress(publicUrl, imageKey),
    status: toWire('PRODUCT_STATUS', product.status),
  };
}
