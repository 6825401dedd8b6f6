import type { RefundReading } from '../provider/refund-reading';
import type { StripeClient } from './stripe-client';
import { orMissing } from './stripe-errors';
import { refundIdIn } from './stripe-metadata';
import { toReading } from './stripe-refunds';

/** A refund at Stripe and the order of ours that made it. */
export interface StripeRefundReading {
  readonly orderId: string;
  readonly reading: RefundReading;
}

/** Undefined for one that the account does not have, or that another store or others made in it. */
export async function readStripeRefund(client: StripeClient, id: string): Promise<StripeRefundReading | undefined> {
  const refund = await orMissing(
    client.request({
      operation: 'read_refund',
      run: (stripe, options) => stripe.refunds.retrieve(id, {}, options),
    }),
  );
  const orderId = refundIdIn(client.storeId, refund?.metadata);
  return refund && orderId !== undefined ? { orderId, reading: toReading(refund) } : undefined;
}
