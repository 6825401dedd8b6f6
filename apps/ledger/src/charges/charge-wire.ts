import {
  accountOwnerFromWire,
  fromWire,
  required,
  type Charge,
  type ChargeSplit,
  type CustomerSnapshot as CustomerMessage,
} from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import { paymentMethods, type StatementContext } from '../statement/statement';
import type { Split } from '../splits/split';
import type { PaidCharge } from './capture';

/**
 * A charge that was paid, whatever its status is now. A charge without a time of payment gets `occurredAt`, the time of
 * the event or request.
 * @throws Error when nothing was paid
 */
export function paidChargeFromWire(
  tenant: Tenant,
  charge: Charge,
  customer: CustomerMessage | undefined,
  occurredAt: Date,
): PaidCharge {
  return {
    ...chargeContextFromWire(charge, customer),
    tenant,
    chargeId: charge.id,
    method: methodFromWire(charge),
    amountCents: cents(required(charge.paidAmountCents, 'paidAmountCents')),
    feeCents: cents(charge.platformFeeCents),
    settlementDays: charge.settlementDays,
    installmentCount: Math.max(1, charge.card?.installmentCount ?? 1),
    owner: accountOwnerFromWire(charge.accountOwner),
    providerAccount: charge.providerAccount,
    ...(charge.surchargeCents !== undefined && { surchargeCents: cents(charge.surchargeCents) }),
    ...(charge.splits.length > 0 && { splits: charge.splits.map(splitFromWire) }),
    occurredAt: charge.paidAt ?? occurredAt,
  };
}

/** What the statement entries about a charge show of it, paid or not. */
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

function splitFromWire({ subAccountId, amountCents, basisPoints }: ChargeSplit): Split {
  return { subAccountId, basisPoints, amountCents: amountCents === undefined ? undefined : cents(amountCents) };
}

function methodFromWire(charge: Charge): PaidCharge['method'] {
  return fromWire('PAYMENT_METHOD', paymentMethods, charge.method);
}
