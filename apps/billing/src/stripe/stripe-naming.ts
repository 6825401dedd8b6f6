import type Stripe from 'stripe';
import type { StripeCall, StripeClient } from './stripe-client';
import { isKeyTaken } from './stripe-errors';
import { buildMetadata } from './stripe-metadata';

/** A write whose metadata has our ids. */
interface NamingCall<T> extends Omit<StripeCall<T>, 'run'> {
  readonly ids: Readonly<Record<string, string>>;
  readonly run: (stripe: Stripe, metadata: Record<string, string>, options: Stripe.RequestOptions) => Promise<T>;
}

/**
 * Makes an object whose metadata names its store. The version before named none under the same idempotency keys, and Stripe
 * refuses a key that comes with other parameters: what it has begun is finished as it was begun.
 */
export async function askNaming<T>(client: StripeClient, { ids, run, ...call }: NamingCall<T>): Promise<T> {
  const request = (metadata: Record<string, string>) =>
    client.request({ ...call, run: (stripe, options) => run(stripe, metadata, options) });
  try {
    return await request(buildMetadata(client.storeId, ids));
  } catch (error) {
    if (!isKeyTaken(error)) throw error;
    return request({ ...ids });
  }
}
