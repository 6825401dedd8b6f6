import {
  fromWire,
  type BoletoDetails,
  type CardDetails,
  type Charge,
  type CheckoutPayment,
  type PayerSnapshot,
  type PixDetails,
} from '@pitanga/contracts';
import { instant, instantOrNull, parseMetadata, enumName, orNull, type JsonObject } from './wire';

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

export const fineTypes = ['PERCENTAGE', 'FIXED'] as const;

/** What an overdue boleto costs more each month: hundredths of a percent. */
export interface InterestRecord {
  readonly value: number;
}

/** What an overdue boleto costs more, once. */
export interface FineRecord {
  /** Hundredths of a percent for PERCENTAGE, centavos for FIXED. */
  readonly value: number;
  readonly type: (typeof fineTypes)[number];
}

/** A one-off charge as v2 shows it, with the fields of its method and no others (docs/behaviour/charges.md#record). */
export interface TransparentRecord extends Partial<PixFields>, Partial<BoletoFields>, Partial<CardFields> {
  readonly id: string;
  readonly externalId: string | null;
  readonly method: MethodName;
  /** Centavos. */
  readonly amount: number;
  readonly paidAmount: number | null;
  /** What is back with the payer; 0 when none is. */
  readonly refundedAmount: number;
  readonly status: ChargeStatusName;
  readonly devMode: boolean;
  readonly platformFee: number;
  readonly customerId: string | null;
  /** Of a subscription's payment. */
  readonly subscriptionId: string | null;
  readonly description: string | null;
  readonly receiptUrl: string | null;
  readonly expiresAt: string | null;
  readonly metadata: JsonObject;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A boleto is payable by Pix too, unless its provider makes no code: then both are null. */
interface PixFields {
  readonly brCode: string | null;
  /** A PNG data URI; null where the picture is left out (facts carry none). */
  readonly brCodeBase64: string | null;
}

interface BoletoFields extends PixFields {
  /** 44 digits. */
  readonly barCode: string;
  /** 47 digits. */
  readonly digitableLine: string;
  /** Address of the PDF. */
  readonly url: string;
  readonly interest: InterestRecord | null;
  readonly fine: FineRecord | null;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly dueDate: string;
}

interface CardFields {
  /** Charges the same card again; null where it is left out (facts carry none). */
  readonly cardToken: string | null;
  readonly brand: string;
  readonly lastFour: string;
  readonly installmentCount: number;
}

export interface PaymentRecord {
  readonly id: string;
  readonly method: MethodName;
  readonly amount: number;
  readonly refundedAmount: number;
  readonly status: ChargeStatusName;
  readonly paidAt: string | null;
}

interface PayerRecord {
  readonly name: string | null;
  readonly taxId: string | null;
  readonly isSameAsCustomer: boolean;
}

interface CardPayerRecord {
  /** The last four digits. */
  readonly number: string | null;
  readonly brand: string | null;
}

/** Who paid, under a key named after the method (docs/behaviour/webhooks.md#payer-information). */
export type PayerInformation =
  | { readonly method: 'PIX'; readonly PIX: PayerRecord }
  | { readonly method: 'BOLETO'; readonly BOLETO: PayerRecord }
  | { readonly method: 'CARD'; readonly CARD: CardPayerRecord };

export function transparentRecord(charge: Charge): TransparentRecord {
  return {
    id: charge.id,
    externalId: orNull(charge.externalId),
    method: enumName('PAYMENT_METHOD', charge.method),
    amount: charge.amountCents,
    paidAmount: orNull(charge.paidAmountCents),
    refundedAmount: refundedAmountOf(charge),
    status: enumName('CHARGE_STATUS', charge.status),
    devMode: charge.devMode,
    platformFee: charge.platformFeeCents,
    customerId: orNull(charge.customerId),
    subscriptionId: orNull(charge.subscriptionId),
    description: orNull(charge.description),
    receiptUrl: orNull(charge.receiptUrl),
    expiresAt: instantOrNull(charge.expiresAt),
    metadata: parseMetadata(charge.metadataJson),
    createdAt: instant(charge.createdAt, 'createdAt'),
    updatedAt: instant(charge.updatedAt, 'updatedAt'),
    ...methodFields(charge),
  };
}

/** A fact of the version before the field says REFUNDED and no amount: then all was. */
function refundedAmountOf({ status, refundedAmountCents, paidAmountCents }: Charge): number {
  const isOld = status === 'CHARGE_STATUS_REFUNDED' && refundedAmountCents === 0;
  return isOld ? (paidAmountCents ?? 0) : refundedAmountCents;
}

function methodFields({ method, pix, boleto, card }: Charge): PixFields | BoletoFields | CardFields | undefined {
  const name: MethodName = enumName('PAYMENT_METHOD', method);
  switch (name) {
    case 'PIX':
      return pix && pixFields(pix);
    case 'BOLETO':
      return boleto && boletoFields(boleto, pix);
    case 'CARD':
      return card && cardFields(card);
  }
}

function pixFields(pix: PixDetails | undefined): PixFields {
  return { brCode: orNull(pix?.brCode), brCodeBase64: pix ? pictureUri(pix.qrPng) : null };
}

function boletoFields(boleto: BoletoDetails, pix: PixDetails | undefined): BoletoFields {
  const { interestBasisPoints: interest, fine } = boleto;
  return {
    barCode: boleto.barCode,
    digitableLine: boleto.digitableLine,
    url: boleto.url,
    ...pixFields(pix),
    interest: interest === undefined ? null : { value: interest },
    fine: fine ? { value: fine.value, type: enumName('FINE_KIND', fine.kind) } : null,
    dueDate: boleto.dueDate,
  };
}

function cardFields({ cardToken, brand, lastFour, installmentCount }: CardDetails): CardFields {
  return { cardToken: orNull(cardToken), brand, lastFour, installmentCount };
}

/** A data URI that an `<img>` shows as it is; null when there is no picture. */
export function pictureUri(png: Buffer): string | null {
  return png.length === 0 ? null : `data:image/png;base64,${png.toString('base64')}`;
}

/** One payment of a checkout or link. */
export function paymentRecord(payment: CheckoutPayment): PaymentRecord {
  return {
    id: payment.id,
    method: enumName('PAYMENT_METHOD', payment.method),
    amount: payment.amountCents,
    refundedAmount: payment.refundedAmountCents,
    status: fromWire('CHARGE_STATUS', chargeStatuses, `CHARGE_STATUS_${payment.status}`),
    paidAt: instantOrNull(payment.paidAt),
  };
}

/** The same record from the charge itself: what every checkout.* event carries as `payment`. */
export function chargePaymentRecord(charge: Charge): PaymentRecord {
  return {
    id: charge.id,
    method: enumName('PAYMENT_METHOD', charge.method),
    amount: charge.amountCents,
    refundedAmount: refundedAmountOf(charge),
    status: enumName('CHARGE_STATUS', charge.status),
    paidAt: instantOrNull(charge.paidAt),
  };
}

/** Null until somebody paid. */
export function payerInformation(charge: Charge): PayerInformation | null {
  if (charge.paidAt === undefined) return null;
  const method: MethodName = enumName('PAYMENT_METHOD', charge.method);
  switch (method) {
    case 'PIX':
      return { method, PIX: payerRecord(charge.payer) };
    case 'BOLETO':
      return { method, BOLETO: payerRecord(charge.payer) };
    case 'CARD':
      return { method, CARD: { number: orNull(charge.card?.lastFour), brand: orNull(charge.card?.brand) } };
  }
}

function payerRecord(payer: PayerSnapshot | undefined): PayerRecord {
  return {
    name: orNull(payer?.name),
    taxId: orNull(payer?.maskedTaxId),
    isSameAsCustomer: payer?.isSameAsCustomer ?? false,
  };
}
