import type { StripeClient } from './stripe-client';
import { orMissing } from './stripe-errors';
import { refundKey } from './stripe-metadata';

/** Our id of a refund at Stripe; undefined for one that others made in the account. */
export async function readRefundId(client: StripeClient, id: string): Promise<string | undefined> {
  const refund = await orMissing(
    client.ask({
      operation: 'read_refund',
      run: (stripe, options) => stripe.refunds.retrieve(id, {}, options),
    }),
  );
  return refund?.metadata?.[refundKey];
}
