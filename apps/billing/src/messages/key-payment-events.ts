import { toWire, type KeyPayment as KeyPaymentMessage, type OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { KeyPayment } from '../key-payments/key-payment';
import { maskedPayer } from '../key-payments/key-payment-row';
import { findAccountKind } from '../provider/account-kind';

export function keyPaymentToWire(payment: KeyPayment): KeyPaymentMessage {
  const { id, amountCents, endToEndId, txid, payerName, payerRef, receivedAt, chargeId, reason } = payment;
  const { updatedAt, isShared } = payment;
  return {
    id,
    status: toWire('KEY_PAYMENT_STATUS', payment.status),
    amountCents,
    endToEndId,
    txid,
    payerName,
    payerMaskedTaxId: maskedPayer(payment),
    receivedAt,
    chargeId,
    reason,
    owner: payment.owner && `ACCOUNT_OWNER_${payment.owner}`,
    updatedAt,
    isShared,
    payerRef,
    providerAccount: findAccountKind(payment.provider),
  };
}

/** The ledger follows all three: into suspense, and out of it once. */
export function keyPaymentEvent(
  type: 'pix_key.received' | 'pix_key.attached' | 'pix_key.refunded',
  { ids }: { readonly ids: IdSource },
  tenant: Tenant,
  payment: KeyPayment,
): OutboundEvent {
  const { id: key, updatedAt: occurredAt } = payment;
  const data = { tenant, keyPayment: keyPaymentToWire(payment) };
  return { type, id: ids.next('event', occurredAt), key, occurredAt, data };
}
