import { fromWire, required, type Checkout } from '@pitanga/contracts';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Clients } from '../../../clients';
import { callContext, principal } from '../../edge/request';
import { offerOutcomes, type SentSubscriptionCheckout } from './subscription-checkouts-schemas';

/** Asks the customer of a subscription checkout by mail to subscribe (docs/behaviour/mail.md#offer). */
export async function sendToCustomer(
  { customers, mails }: Pick<Clients, 'customers' | 'mails'>,
  request: FastifyRequest,
  { id, status, customerId, items, amountCents, dueDate, url }: Checkout,
): Promise<Static<typeof SentSubscriptionCheckout>> {
  if (status !== 'CHECKOUT_STATUS_PENDING') return { id, mail: 'NOT_PENDING' };
  if (customerId === undefined) return { id, mail: 'NO_ADDRESS' };
  const { tenant } = principal(request);
  const context = callContext(request);
  const { customer } = await customers.getCustomer({ tenant, id: customerId }, { requestId: request.id });
  const { email } = required(customer, 'customer');
  if (email === undefined) return { id, mail: 'NO_ADDRESS' };
  const offer = {
    tenant,
    checkoutId: id,
    customerId,
    email,
    product: items[0]?.name ?? '',
    amountCents,
    firstChargeDate: dueDate,
    url,
  };
  const { outcome } = await mails.offerSubscription(offer, context);
  return { id, mail: fromWire('OFFER_OUTCOME', offerOutcomes, outcome) };
}
