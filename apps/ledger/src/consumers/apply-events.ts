import {
  accountOwnerFromWire,
  required,
  tenantFromWire,
  type EventData,
  type EventType,
  type InboundEvent,
} from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { endKeyPaymentOnce, receiveKeyPayment, type KeyPaymentInput } from '../booking/book-key-payments';
import { closeDispute, openDispute, type DisputeInput } from '../booking/book-disputes';
import { receiveOverpayment, returnOverpayment, type OverpaymentInput } from '../booking/book-overpayments';
import { receiveTopUp } from '../booking/receive-top-up';
import { eraseCustomer } from '../booking/erase-customer';
import type { PaidCharge } from '../charges/capture';
import { chargeContextFromWire, paidChargeFromWire } from '../charges/charge-wire';
import type { Deps } from '../deps';
import type { Writer } from '../writer/writer';

/** The events that move money, and the erasure of customers. */
export const consumedTypes: readonly EventType[] = [
  'charge.paid',
  'charge.disputed',
  'charge.dispute_won',
  'charge.dispute_lost',
  'charge.overpaid',
  'charge.overpayment_returned',
  'top_up.completed',
  'pix_key.received',
  'pix_key.attached',
  'pix_key.refunded',
  'customer.erased',
];

/**
 * Applies a batch of events: all payments together, then the others in order. Needs no inbox: the effect of an event is
 * stored under an id derived from it, so a repeat changes nothing, and an event whose predecessor has not arrived
 * applies that first.
 */
export async function applyEvents(deps: Deps, writer: Writer, events: readonly InboundEvent[]): Promise<void> {
  const paid = events
    .filter((event) => event.type === 'charge.paid')
    .map(({ data, occurredAt }) => paidCharge(data, occurredAt));
  await writer.capture(paid);
  for (const event of events) await applyOther(deps, event);
}

async function applyOther(deps: Deps, event: InboundEvent): Promise<void> {
  switch (event.type) {
    case 'charge.disputed':
      return openDispute(deps, disputeInput(event.data, event.occurredAt));
    case 'charge.dispute_won':
      return closeDispute(deps, disputeInput(event.data, event.occurredAt), 'WON');
    case 'charge.dispute_lost':
      return closeDispute(deps, disputeInput(event.data, event.occurredAt), 'LOST');
    case 'charge.overpaid':
      return receiveOverpayment(deps, overpaymentInput(event.data, event.occurredAt));
    case 'charge.overpayment_returned':
      return returnOverpayment(deps, {
        ...overpaymentInput(event.data, event.occurredAt),
        returnedBy: event.data.returnedBy,
      });
    case 'top_up.completed':
      return receiveTopUp(deps, paidCharge({ ...event.data, customer: undefined }, event.occurredAt));
    case 'pix_key.received':
      return receiveKeyPayment(deps, keyPaymentInput(event.data));
    case 'pix_key.attached':
      return endKeyPaymentOnce(deps, keyPaymentInput(event.data), { state: 'ATTACHED', at: event.occurredAt });
    case 'pix_key.refunded':
      return endKeyPaymentOnce(deps, keyPaymentInput(event.data), { state: 'RETURNED', at: event.occurredAt });
    case 'customer.erased': {
      const { tenant, customerId } = event.data;
      return eraseCustomer(deps, tenantFromWire(tenant), { customerId, erasedAt: event.occurredAt });
    }
    default:
  }
}

function paidCharge(
  { tenant, charge, customer }: Pick<EventData<'charge.paid'>, 'tenant' | 'charge' | 'customer'>,
  occurredAt: Date,
): PaidCharge {
  return paidChargeFromWire(tenantFromWire(tenant), required(charge, 'charge'), customer, occurredAt);
}

function disputeInput(data: EventData<'charge.disputed'>, occurredAt: Date): DisputeInput {
  const charge = paidCharge(data, occurredAt);
  // The previous version sends no amount: it disputes all that was paid.
  const amountCents = data.amountCents === undefined ? charge.amountCents : cents(data.amountCents);
  return { disputeId: data.disputeId, charge, amountCents, occurredAt };
}

function keyPaymentInput({ tenant, keyPayment }: EventData<'pix_key.received'>): KeyPaymentInput {
  const { id, amountCents, owner, receivedAt, providerAccount } = required(keyPayment, 'key payment');
  return {
    tenant: tenantFromWire(tenant),
    id,
    amountCents: cents(amountCents),
    owner: accountOwnerFromWire(owner),
    providerAccount,
    receivedAt: required(receivedAt, 'time of receipt'),
  };
}

function overpaymentInput(data: Omit<EventData<'charge.overpaid'>, 'reason'>, occurredAt: Date): OverpaymentInput {
  const charge = required(data.charge, 'charge');
  const refund = required(data.refund, 'refund');
  return {
    tenant: tenantFromWire(data.tenant),
    refundId: refund.id,
    chargeId: charge.id,
    amountCents: cents(refund.amountCents),
    occurredAt,
    context: chargeContextFromWire(charge, data.customer),
    providerAccount: data.providerAccount,
  };
}
