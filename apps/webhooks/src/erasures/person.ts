import { parseExactly } from '@pitanga/core';
import type { BillingRecord, MaskedCustomer, PayerInformation } from '@pitanga/records';

/** The data of any event, and where it names a person. */
export interface NotificationData {
  readonly [key: string]: unknown;
  readonly customer?: MaskedCustomer | null;
  readonly payerInformation?: PayerInformation | null;
  /** v1. */
  readonly billing?: BillingRecord;
}

const nobody = { name: null, taxId: null } as const;

/** The same data in the same order, with `""` where it named a customer and null where a payer; ids stay. */
export function withoutPerson(data: NotificationData): NotificationData {
  const { customer, payerInformation, billing } = data;
  return {
    ...data,
    ...(customer && { customer: { ...customer, name: '', email: '', taxId: '' } }),
    ...(payerInformation && { payerInformation: withoutPayer(payerInformation) }),
    ...(billing && { billing: withoutV1Customer(billing) }),
  };
}

/** The same body as `withoutPerson` before rendering would have made. */
export function bodyWithoutPerson(body: string): string {
  const root = parseExactly(body) as { readonly data: NotificationData };
  return JSON.stringify({ ...root, data: withoutPerson(root.data) });
}

function withoutPayer(payer: PayerInformation): PayerInformation {
  switch (payer.method) {
    case 'PIX':
      return { ...payer, PIX: { ...payer.PIX, ...nobody } };
    case 'BOLETO':
      return { ...payer, BOLETO: { ...payer.BOLETO, ...nobody } };
    case 'CARD':
      // A brand and four digits name nobody, and tie a payment to its dispute.
      return payer;
  }
}

function withoutV1Customer(billing: BillingRecord): BillingRecord {
  const { customer } = billing;
  if (!customer) return billing;
  return { ...billing, customer: { ...customer, metadata: { name: '', cellphone: '', email: '', taxId: '' } } };
}
