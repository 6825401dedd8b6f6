import { fromWire, type Charge, type CheckoutPayment, type PayerSnapshot } from '@pitanga/contracts';
import { instant, instantOrNull, metadataOf, nameOf, orNull, type JsonObject } from './wire';

export const methodNames = ['PIX', 'BOLETO', 'CARD'] as const;
export type MethodName = (typeof methodNames)[number];

export const chargeStatuses = [
  'PENDING',
  'PAID',
  'EXPIRED',
  'CANCELLED',
  'FAILED',
  'REFUNDED',
  'UNDER_DISPUTE',
  'CHARGED_BACK',
] as const;
export type ChargeStatusName = (typeof chargeStatuses)[number];

/** A one-off charge as v2 shows it. `brCode` and `brCodeBase64` are there for PIX only. */
export interface TransparentRecord {
  readonly id: string;
  readonly externalId: string | null;
  readonly method: MethodName;
  /** Centavos. */
  readonly amount: number;
  readonly paidAmount: number | null;
  readonly status: ChargeStatusName;
  readonly devMode: boolean;
  readonly platformFee: number;
  readonly customerId: string | null;
  readonly description: string | null;
  readonly receiptUrl: string | null;
  readonly expiresAt: string | null;
  readonly metadata: JsonObject;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly brCode?: string;
  /** A PNG data URI; null where the picture is left out (facts carry none). */
  readonly brCodeBase64?: string | null;
}

export interface PaymentRecord {
  readonly id: string;
  readonly method: MethodName;
  readonly amount: number;
  readonly status: ChargeStatusName;
  readonly paidAt: string | null;
}

interface PayerRecord {
  readonly name: string | null;
  readonly taxId: string | null;
  readonly isSameAsCustomer: boolean;
}

/** Who paid, under a key named after the method (decisions 7). */
export type PayerInformation =
  | { readonly method: 'PIX'; readonly PIX: PayerRecord }
  | { readonly method: 'BOLETO'; readonly BOLETO: PayerRecord }
  | { readonly method: 'CARD'; readonly CARD: { readonly number: string | null; readonly brand: string | null } };

export function transparentRecord(charge: Charge): TransparentRecord {
  return {
    id: charge.id,
    externalId: orNull(charge.externalId),
    method: nameOf('PAYMENT_METHOD', charge.method),
    amount: charge.amountCents,
    paidAmount: orNull(charge.paidAmountCents),
    status: nameOf('CHARGE_STATUS', charge.status),
    devMode: charge.devMode,
    platformFee: charge.platformFeeCents,
    customerId: orNull(charge.customerId),
    description: orNull(charge.description),
    receiptUrl: orNull(charge.receiptUrl),
    expiresAt: instantOrNull(charge.expiresAt),
    metadata: metadataOf(charge.metadataJson),
    createdAt: instant(charge.createdAt, 'createdAt'),
    updatedAt: instant(charge.updatedAt, 'updatedAt'),
    ...(charge.pix && { brCode: charge.pix.brCode, brCodeBase64: pictureUri(charge.pix.qrPng) }),
  };
}

/** A data URI that an `<img>` shows as it is; null when there is no picture. */
export function pictureUri(png: Buffer): string | null {
  return png.length === 0 ? null : `data:image/png;base64,${png.toString('base64')}`;
}

/** One payment of a checkout or link (decisions 10). */
export function paymentRecord(payment: CheckoutPayment): PaymentRecord {
  return {
    id: payment.id,
    method: nameOf('PAYMENT_METHOD', payment.method),
    amount: payment.amountCents,
    status: fromWire('CHARGE_STATUS', chargeStatuses, `CHARGE_STATUS_${payment.status}`),
    paidAt: instantOrNull(payment.paidAt),
  };
}

/** The same record from the charge itself: what every checkout.* event carries as `payment`. */
export function chargePaymentRecord(charge: Charge): PaymentRecord {
  return {
    id: charge.id,
    method: nameOf('PAYMENT_METHOD', charge.method),
    amount: charge.amountCents,
    status: nameOf('CHARGE_STATUS', charge.status),
    paidAt: instantOrNull(charge.paidAt),
  };
}

/** Null until somebody paid. */
export function payerInformation(charge: Charge): PayerInformation | null {
  if (charge.paidAt === undefined) return null;
  const method: MethodName = nameOf('PAYMENT_METHOD', charge.method);
  switch (method) {
    case 'PIX':
      return { method, PIX: payerRecord(charge.payer) };
    case 'BOLETO':
      return { method, BOLETO: payerRecord(charge.payer) };
    case 'CARD':
      return { method, CARD: { number: null, brand: null } };
  }
}

function payerRecord(payer: PayerSnapshot | undefined): PayerRecord {
  return {
    name: orNull(payer?.name),
    taxId: orNull(payer?.maskedTaxId),
    isSameAsCustomer: payer?.isSameAsCustomer ?? false,
  };
}
