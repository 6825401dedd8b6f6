import type { CheckoutItem } from '@pitanga/contracts';

/** What a preview sells before anything is chosen; buyers read it in Portuguese. */
export const exampleItem: CheckoutItem = {
  productId: 'example',
  productExternalId: 'example',
  name: 'Produto de exemplo',
  description: '',
  unitPriceCents: 9_990,
  quantity: 1,
};
