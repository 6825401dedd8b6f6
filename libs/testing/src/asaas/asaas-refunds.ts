import type { AsaasBooks, AsaasPayment, AsaasRefund, AsaasRefundStatus } from './asaas-books';
import { centavos, hex, reais, refuse, text, timeAt, withoutNulls } from './asaas-parts';

export function readRefund({ dateCreated, status, valueCents, description, endToEndIdentifier }: AsaasRefund): object {
  return withoutNulls({ dateCreated, status, value: reais(valueCents), description, endToEndIdentifier });
}

const refundDaysMax = 90;

/** Adds an entry without an id; a second one of the same text is a second one. */
export function addRefund(books: AsaasBooks, payment: AsaasPayment, body: Readonly<Record<string, unknown>>): void {
  const isCard = payment.billingType === 'CREDIT_CARD';
  const isPaid = payment.status === 'RECEIVED' || (isCard && payment.status === 'CONFIRMED');
  const ageMs = books.now().getTime() - (payment.paidAt?.getTime() ?? 0);
  if (!isPaid || (!isCard && ageMs > refundDaysMax * 86_400_000)) refuse('invalid_action', 'Não pode ser estornada.');
  const left = payment.valueCents - refundedCents(payment);
  const valueCents = body['value'] === undefined ? left : centavos(body['value']);
  if (valueCents <= 0 || valueCents > left) refuse('invalid_value', 'O valor do estorno é maior que o disponível.');
  // The money of a card comes later, so that none is taken from the balance before.
  const isHeld = isCard && payment.status === 'CONFIRMED';
  if (!isHeld && valueCents > books.balanceCents)
    refuse('invalid_action', 'Saldo insuficiente para realizar o estorno.');
  const at = books.now();
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12);
  payment.refunds.push({
    dateCreated: timeAt(at),
    valueCents,
    description: text(body['description']),
    endToEndIdentifier: `D19540550${minute}${hex(11)}`,
    status: books.refundStatus,
  });
  if (!isHeld) books.balanceCents -= valueCents;
  endWhenWhole(payment);
}

/** Ends the entries that wait, as a person or the payer's bank does. */
export function settleRefunds(books: AsaasBooks, payment: AsaasPayment, status: AsaasRefundStatus): void {
  for (const refund of payment.refunds) {
    if (refund.status === 'DONE' || refund.status === 'CANCELLED') continue;
    refund.status = status;
    if (status === 'CANCELLED') books.balanceCents += refund.valueCents;
  }
  endWhenWhole(payment);
}

export function refundedCents({ refunds }: AsaasPayment): number {
  return refunds.reduce((sum, { status, valueCents }) => (status === 'CANCELLED' ? sum : sum + valueCents), 0);
}

export function endWhenWhole(payment: AsaasPayment): void {
  const isDone = payment.refunds.every(({ status }) => status === 'DONE' || status === 'CANCELLED');
  if (isDone && refundedCents(payment) === payment.valueCents) payment.status = 'REFUNDED';
}
