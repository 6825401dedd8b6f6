import { fromWire, type KeyPayment, type KeyPaymentMatch } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { instant, orNull } from './wire';

export const keyPaymentStatuses = ['WAITING', 'ATTACHED', 'RETURNING', 'RETURNED'] as const;

export const KeyPaymentStatus = OneOf('KeyPaymentStatus', keyPaymentStatuses);

/** A Pix that no charge asked for (docs/behaviour/key-payments.md). */
export const KeyPaymentRecord = NamedObject('KeyPayment', {
  id: Type.String(),
  devMode: Type.Boolean({ description: 'Always false: only production has a bank.' }),
  amount: Type.Integer({ description: 'Centavos.' }),
  status: KeyPaymentStatus,
  endToEndId: Type.String(),
  txid: Nullable(Type.String({ description: 'What the bank names it by, if anything.' })),
  payer: NamedObject('KeyPaymentPayer', {
    name: Nullable(Type.String()),
    taxId: Nullable(Type.String({ description: 'Masked.' })),
  }),
  chargeId: Nullable(Type.String({ description: 'The charge that it pays.' })),
  reason: Nullable(Type.String({ description: 'Why it went back, or why its last return failed.' })),
  receivedAt: Timestamp,
  updatedAt: Timestamp,
});
export type KeyPaymentRecord = Static<typeof KeyPaymentRecord>;

/** An open charge that it may be meant for. */
const KeyPaymentMatchRecord = NamedObject('KeyPaymentMatch', {
  chargeId: Type.String(),
  customerName: Nullable(Type.String()),
  isSamePayer: Type.Boolean({ description: 'False: only the amount is the same.' }),
});

export const KeyPaymentDetailsRecord = NamedObject('KeyPaymentDetails', {
  ...KeyPaymentRecord.properties,
  matches: Type.Array(KeyPaymentMatchRecord, {
    description: 'Open charges of the same amount, those of the same payer first: suggestions alone.',
  }),
});

export function keyPaymentRecord(payment: KeyPayment): KeyPaymentRecord {
  return {
    id: payment.id,
    devMode: false,
    amount: payment.amountCents,
    status: fromWire('KEY_PAYMENT_STATUS', keyPaymentStatuses, payment.status),
    endToEndId: payment.endToEndId,
    txid: orNull(payment.txid),
    payer: { name: orNull(payment.payerName), taxId: orNull(payment.payerMaskedTaxId) },
    chargeId: orNull(payment.chargeId),
    reason: orNull(payment.reason),
    receivedAt: instant(payment.receivedAt, 'receivedAt'),
    updatedAt: instant(payment.updatedAt, 'updatedAt'),
  };
}

export function keyPaymentDetails(
  payment: KeyPayment,
  matches: readonly KeyPaymentMatch[],
): Static<typeof KeyPaymentDetailsRecord> {
  return {
    ...keyPaymentRecord(payment),
    matches: matches.map(({ chargeId, customerName, isSamePayer }) => ({
      chargeId,
      customerName: orNull(customerName),
      isSamePayer,
    })),
  };
}

/** `data.pixKey` of an event, in the words of others' webhooks of a fixed key. */
export const EventPixKeyRecord = NamedObject('EventPixKey', {
  id: Type.String({ description: 'One for each Pix.' }),
  amount: Type.Integer({ description: 'Centavos.' }),
  fee: Type.Integer({ description: 'Centavos: 0, until it pays a charge.' }),
  status: OneOf('EventPixKeyStatus', ['COMPLETE', 'REFUNDED'] as const),
  endToEndId: Type.String(),
  receiptUrl: Type.Null({ description: 'It has no receipt of ours.' }),
  createdAt: Timestamp,
});

export const EventPixKeyPayerRecord = NamedObject('EventPixKeyPayer', {
  name: Nullable(Type.String()),
  taxId: Nullable(Type.String({ description: 'Masked.' })),
  bank: Type.Null({ description: 'Banks do not tell it.' }),
});

/** The data of `pix_key.received` and `pix_key.refunded`. */
export function pixKeyData(payment: KeyPayment, status: 'COMPLETE' | 'REFUNDED') {
  const { id, amountCents: amount, endToEndId, payerName, payerMaskedTaxId } = payment;
  const createdAt = instant(payment.receivedAt, 'receivedAt');
  return {
    pixKey: { id, amount, fee: 0, status, endToEndId, receiptUrl: null, createdAt },
    payer: { name: orNull(payerName), taxId: orNull(payerMaskedTaxId), bank: null },
  };
}
