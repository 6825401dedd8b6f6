import { fromWire, required, tenantFromWire, type EventData, type InboundEvent } from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import type { Deps } from '../deps';
import { planCapture, type PaidCharge } from '../journals/capture';
import { postJournals } from '../journals/posting-service';
import { paymentMethods } from '../statement/statement';

/**
 * Books the charges paid in a batch of events. No inbox is needed: a charge has one capture journal,
 * whatever event brings it and however often.
 */
export async function capturePaidCharges(deps: Deps, events: readonly InboundEvent[]): Promise<void> {
  const journals = events
    .filter((event) => event.type === 'charge.paid')
    .map((event) =>
      planCapture(paidCharge(event.data, event.occurredAt), deps.ids.next('statementEntry', event.occurredAt)),
    );
  await postJournals(deps, journals);
}

function paidCharge(data: EventData<'charge.paid'>, occurredAt: Date): PaidCharge {
  const charge = required(data.charge, 'charge');
  const { customer } = data;
  return {
    tenant: tenantFromWire(data.tenant),
    chargeId: charge.id,
    method: fromWire('PAYMENT_METHOD', paymentMethods, charge.method),
    amountCents: cents(required(charge.paidAmountCents, 'paidAmountCents')),
    feeCents: cents(charge.platformFeeCents),
    checkoutId: charge.checkoutId,
    externalId: charge.externalId,
    description: charge.description,
    customer,
    occurredAt,
  };
}
