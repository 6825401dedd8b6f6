import { parseExactly } from '@pitanga/core';
import type { MaskedCustomer, PayerInformation, V1CustomerRecord } from '@pitanga/records';

/** The data of a webhook event: the parts with personal data, and any others. */
export interface NotificationData {
  readonly [key: string]: unknown;
  readonly customer?: MaskedCustomer | null;
  readonly payerInformation?: PayerInformation | null;
  /** Of a Pix without a charge. */
  readonly payer?: { readonly name: string | null; readonly taxId: string | null; readonly bank: null };
  /** v1. */
  readonly billing?: WithV1Customer;
  /** v1. */
  readonly pixQrCode?: WithV1Customer;
}

interface WithV1Customer {
  /** Absent from bodies of versions before. */
  readonly customer?: V1CustomerRecord | null;
}

const redacted = { name: null, taxId: null } as const;

/** The same data in the same order with personal data replaced: a customer's by `""`, a payer's by null. Ids stay. */
export function redactData(data: NotificationData): NotificationData {
  const { customer, payerInformation, billing, pixQrCode } = data;
  return {
    ...data,
    // One without an id stands for none.
    ...(customer && customer.id !== '' && { customer: { ...customer, name: '', email: '', taxId: '' } }),
    ...(payerInformation && { payerInformation: withoutPayer(payerInformation) }),
    ...(billing && { billing: withoutV1Customer(billing) }),
    ...(pixQrCode && { pixQrCode: withoutV1Customer(pixQrCode) }),
  };
}

/** The same data without its payer; a customer, who is another person, stays. */
export function redactPayer(data: NotificationData): NotificationData {
  const { payerInformation, payer } = data;
  return {
    ...data,
    ...(payerInformation && { payerInformation: withoutPayer(payerInformation) }),
    ...(payer && { payer: { ...payer, ...redacted } }),
  };
}

/** The same body as rendering redacted data makes. */
export function redactBody(body: string, redact = redactData): string {
  const root = parseExactly(body) as { readonly data: NotificationData };
  return JSON.stringify({ ...root, data: redact(root.data) });
}

function withoutPayer(payer: PayerInformation): PayerInformation {
  switch (payer.method) {
    case 'PIX':
      return { ...payer, PIX: { ...payer.PIX, ...redacted } };
    case 'BOLETO':
      return { ...payer, BOLETO: { ...payer.BOLETO, ...redacted } };
    case 'CARD':
      // The brand and last four digits identify no person, and link a payment to its dispute.
      return payer;
  }
}

function withoutV1Customer(record: WithV1Customer): WithV1Customer {
  const { customer } = record;
  if (!customer) return record;
  return { ...record, customer: { ...customer, metadata: { name: '', cellphone: '', email: '', taxId: '' } } };
}
