import { waitFor } from '@pitanga/testing';
import type { Client } from './api';

export interface SubscribeOptions {
  /** A recurring product. */
  readonly productId: string;
  readonly quantity?: number;
  /** More fields of the checkout: coupons, methods, customer. */
  readonly checkout?: object;
  /** More fields of the simulated payment: card, coupons. */
  readonly payment?: object;
}

export interface Subscription {
  readonly id: string;
  readonly checkoutId: string;
  readonly createdAt: string;
  readonly trialEndsAt: string | null;
}

/** Creates a subscription checkout, pays it in the simulator and returns the subscription that follows. */
export async function subscribe(
  api: Client,
  { productId, quantity, checkout = {}, payment = {} }: SubscribeOptions,
): Promise<Subscription> {
  const items = [{ id: productId, ...(quantity === undefined ? {} : { quantity }) }];
  const created = await api.post('/v2/subscriptions/create', { items, ...checkout });
  expect([created.status, created.json.error]).toEqual([200, null]);
  const checkoutId: string = created.json.data.id;
  const paid = await api.post('/v2/subscriptions/checkouts/simulate-payment', { id: checkoutId, ...payment });
  expect([paid.status, paid.json.data?.status]).toEqual([200, 'PAID']);
  const list = `/v2/subscriptions/list?checkoutId=${checkoutId}`;
  return waitFor('the subscription', async () => (await api.get(list)).json.data[0] as Subscription | undefined);
}
