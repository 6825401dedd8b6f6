import { fromWire, type Charge, type CheckoutPayment } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { chargeMethodName, chargeStatuses, refundedAmount, ChargeStatus, ChargeMethod } from './charge';
import { NamedObject, Nullable, Timestamp } from './schema';
import { enumName, instantOrNull } from './wire';

/** What of an amount is above the price; Pitanga's own field. */
export const Surcharge = Type.Integer({
  description: 'What of `amount` is above the price: the fee that a payer by card pays. Else 0.',
});

/** Whether it pays for what was offered after the payment of its checkout. */
export const IsUpSell = Type.Boolean({ description: 'It pays for what its checkout offered after the payment.' });

export const PaymentRecord = NamedObject('Payment', {
  id: Type.String(),
  method: { ...ChargeMethod, description: 'FREE: coupons left nothing to pay.' },
  amount: Type.Integer(),
  surcharge: Surcharge,
  refundedAmount: Type.Integer(),
  status: ChargeStatus,
  isUpSell: IsUpSell,
  paidAt: Nullable(Timestamp),
});
export type PaymentRecord = Static<typeof PaymentRecord>;

/** One payment of a checkout or link. */
export function paymentRecord(payment: CheckoutPayment): PaymentRecord {
  return {
    id: payment.id,
    method: chargeMethodName(payment.method),
    amount: payment.amountCents,
    surcharge: payment.surchargeCents ?? 0,
    refundedAmount: payment.refundedAmountCents,
    status: fromWire('CHARGE_STATUS', chargeStatuses, `CHARGE_STATUS_${payment.status}`),
    isUpSell: payment.isUpsell === true,
    paidAt: instantOrNull(payment.paidAt),
  };
}

/** The `payment` of checkout.* events. */
export function chargePaymentRecord(charge: Charge): PaymentRecord {
  return {
    id: charge.id,
    method: chargeMethodName(charge.method),
    amount: charge.amountCents,
    surcharge: charge.surchargeCents ?? 0,
    refundedAmount: refundedAmount(charge),
    status: enumName('CHARGE_STATUS', charge.status),
    isUpSell: charge.isUpsell === true,
    paidAt: instantOrNull(charge.paidAt),
  };
}
