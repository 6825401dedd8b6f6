import type { StripeClient } from './stripe-client';
import { refusalIn } from './stripe-errors';

/** Our id of a refund at Stripe; undefined for one that others made in the account. */
export async function readRefundId(client: StripeClient, id: string): Promise<string | undefined> {
  try {
    const { metadata } = await client.ask({
      operation: 'read_refund',
      run: (stripe, options) => stripe.refunds.retrieve(id, {}, options),
    });
    return metadata?.['pitanga_refund'];
  } catch (error) {
    if (refusalIn(error)?.code === 'resource_missing') return undefined;
    throw error;
  }
}
