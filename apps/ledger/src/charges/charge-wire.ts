import { fromWire, required, type Charge, type CustomerSnapshot as CustomerMessage } from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import type { PaidCharge } from './capture';
import { paymentMethods, type StatementContext } from '../statement/statement';

/**
 * A charge that was paid, whatever it has become since; throws for one that never was. `toldAt` stands in for
 * a moment of payment that the charge does not have.
 */
export function paidChargeFromWire(
  tenant: Tenant,
  charge: Charge,
  customer: CustomerMessage | undefined,
  toldAt: Date,
): PaidCharge {
  return {
    ...chargeContextFromWire(charge, customer),
    tenant,
    chargeId: charge.id,
    method: methodFromWire(charge),
    amountCents: cents(required(charge.paidAmountCents, 'paidAmountCents')),
    feeCents: cents(charge.platformFeeCents),
    installmentCount: Math.max(1, charge.card?.installmentCount ?? 1),
    occurredAt: charge.paidAt ?? toldAt,
  };
}

/** What the lines about a charge say of it, paid or not. */
export function chargeContextFromWire(charge: Charge, customer: CustomerMessage | undefined): StatementContext {
  return {
    method: methodFromWire(charge),
    description: charge.description,
    checkoutId: charge.checkoutId,
    chargeId: charge.id,
    externalId: charge.externalId,
    subscriptionId: charge.subscriptionId,
    customer,
  };
}

function methodFromWire(charge: Charge): PaidCharge['method'] {
  return fromWire('PAYMENT_METHOD', paymentMethods, charge.method);
}
