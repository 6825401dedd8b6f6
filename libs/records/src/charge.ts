import {
  type BoletoDetails,
  type CardDetails,
  type Charge,
  type PaymentMethod,
  UnreadableMessageError,
  type PixDetails,
} from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { lateTerms, lateTermsFields } from './late-terms';
import { Metadata, Nullable, OneOf, Timestamp, UnionBy, Only } from './schema';
import { SplitRecord, splitRecord } from './split';
import { chargeUtms, UtmsRecord } from './utms';
import { enumName, instant, instantOrNull, orNull, parseMetadata } from './wire';

export const methodNames = ['PIX', 'BOLETO', 'CARD'] as const;
export type MethodName = (typeof methodNames)[number];

export const Method = OneOf('PaymentMethod', methodNames);

/** What a checkout of one payment takes cards from, beside its methods or alone. */
export const walletNames = ['APPLE_PAY', 'GOOGLE_PAY'] as const;
export type WalletName = (typeof walletNames)[number];
export function isWallet(name: MethodName | WalletName): name is WalletName {
  return walletNames.some((wallet) => wallet === name);
}

export const checkoutMethodNames = [...methodNames, ...walletNames] as const;

export const CheckoutMethod = OneOf('CheckoutMethod', checkoutMethodNames);

/** FREE: coupons left nothing to pay. */
const chargeMethodNames = [...methodNames, 'FREE'] as const;

export const ChargeMethod = OneOf('ChargeMethod', chargeMethodNames);

/** The method of a charge. */
export function chargeMethodName(method: PaymentMethod): (typeof chargeMethodNames)[number] {
  const name = enumName('PAYMENT_METHOD', method);
  if (name === 'TED') throw new UnreadableMessageError('no charge is paid by TED');
  return name;
}

/** The method of what collects money. */
export function methodName(method: PaymentMethod): MethodName {
  const name = chargeMethodName(method);
  if (name === 'FREE') throw new UnreadableMessageError('nothing is collected by the method FREE');
  return name;
}

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

export const ChargeStatus = OneOf('ChargeStatus', chargeStatuses);

const chargeFields = Type.Object({
  id: Type.String(),
  externalId: Nullable(Type.String()),
  method: Method,
  amount: Type.Integer({ description: 'Centavos.' }),
  paidAmount: Nullable(Type.Integer()),
  refundedAmount: Type.Integer({ description: 'Centavos that are back with the payer; 0 when none are.' }),
  status: ChargeStatus,
  devMode: Type.Boolean(),
  platformFee: Type.Integer(),
  customerId: Nullable(Type.String()),
  subscriptionId: Nullable(Type.String({ description: 'Of a subscription’s payment, else null.' })),
  description: Nullable(Type.String()),
  receiptUrl: Nullable(Type.String({ description: 'Null until paid.' })),
  expiresAt: Nullable(Timestamp),
  metadata: Metadata,
  splits: Type.Optional(
    Type.Array(SplitRecord, { description: 'Of a split charge: what goes to sub-accounts once it is paid.' }),
  ),
  utms: Nullable(UtmsRecord),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  barCode: Type.Optional(
    Type.String({
      description:
        'BOLETO: with `compatibility` 2026-11-29 the 47 digits with dots and spaces, as people type them; with 2026-11-28 the ' +
        '44 digits of the bars. Empty while its bank is registering it.',
    }),
  ),
  barCodeNumber: Type.Optional(
    Type.String({ description: 'BOLETO: the 44 digits of the bars; empty while its bank is registering it.' }),
  ),
  digitableLine: Type.Optional(
    Type.String({ description: 'BOLETO: 47 digits; empty while its bank is registering it.' }),
  ),
  url: Type.Optional(
    Type.String({
      description: 'BOLETO: address of the PDF, with a key. The PDF names its payer: give it to them alone.',
    }),
  ),
  brCode: Type.Optional(Nullable(Type.String({ description: 'PIX and BOLETO: the copy-and-paste code.' }))),
  brCodeBase64: Type.Optional(Nullable(Type.String({ description: 'PIX and BOLETO: the QR picture as a data URI.' }))),
  interest: Type.Optional(lateTermsFields.interest),
  fine: Type.Optional(lateTermsFields.fine),
  dueDate: Type.Optional(Type.String({ description: 'BOLETO: YYYY-MM-DD in America/Sao_Paulo.' })),
  cardToken: Type.Optional(
    Nullable(Type.String({ description: 'CARD: charges the same card again; null for keys without CHECKOUT:CREATE.' })),
  ),
  brand: Type.Optional(Type.String({ description: 'CARD: VISA, MASTERCARD, ELO, AMEX, HIPERCARD and so on.' })),
  lastFour: Type.Optional(Type.String({ description: 'CARD.' })),
  installmentCount: Type.Optional(Type.Integer({ description: 'CARD: 1 to 12.' })),
  actionUrl: Type.Optional(
    Nullable(
      Type.String({
        description:
          'CARD: where to send the buyer while the bank asks for a confirmation (3-D Secure); null when it asks for none.',
      }),
    ),
  ),
});

/** The fields that only charges of a method have. A boleto is payable by Pix too, unless its provider makes no code. */
const pixFieldNames = ['brCode', 'brCodeBase64'] as const;
const boletoFieldNames = [
  ...pixFieldNames,
  'barCode',
  'barCodeNumber',
  'digitableLine',
  'url',
  'interest',
  'fine',
  'dueDate',
] as const;
const cardFieldNames = ['cardToken', 'brand', 'lastFour', 'installmentCount', 'actionUrl'] as const;
const pixNarrower = { brCode: Type.String({ description: 'The copy-and-paste code.' }) };

/** A one-off charge of v2, with the fields of its method and no others (docs/behaviour/charges.md#record). */
export const TransparentRecord = UnionBy('Charge', 'method', chargeFields, {
  PIX: { name: 'PixCharge', has: pixFieldNames, may: ['splits'], narrower: pixNarrower },
  BOLETO: { name: 'BoletoCharge', has: boletoFieldNames, may: ['splits'] },
  CARD: { name: 'CardCharge', has: cardFieldNames, may: ['splits'] },
});
export type TransparentRecord = Static<typeof TransparentRecord>;

/**
 * Events are kept for weeks: they carry nothing that charges a card, and no picture, which would be most of their
 * bytes.
 */
const eventCharge = Type.Object({
  ...TransparentRecord.properties,
  brCodeBase64: Type.Optional(
    Nullable(Type.String({ description: 'Always null in events, which are kept small: draw it from `brCode`.' })),
  ),
  cardToken: Type.Optional(
    Nullable(
      Type.String({ description: 'Always null in events, which are kept: it charges the card. Get the charge.' }),
    ),
  ),
});

const ofTransparentEvent = Type.Object({
  ...eventCharge.properties,
  methods: Type.Array(Method, { description: 'The `method` alone.' }),
  frequency: Only('ONE_TIME'),
});

export const EventTransparentRecord = UnionBy('EventCharge', 'method', ofTransparentEvent, {
  PIX: { name: 'EventPixCharge', has: pixFieldNames, may: ['splits'], narrower: pixNarrower },
  BOLETO: { name: 'EventBoletoCharge', has: boletoFieldNames, may: ['splits'] },
  CARD: { name: 'EventCardCharge', has: cardFieldNames, may: ['splits'] },
});
export type EventTransparentRecord = Static<typeof EventTransparentRecord>;

/** A payment of a subscription in its events. */
export const eventPaymentFields = eventCharge.properties;

type PixFields = Required<Pick<TransparentRecord, (typeof pixFieldNames)[number]>>;
type BoletoFields = Required<Pick<TransparentRecord, (typeof boletoFieldNames)[number]>>;
type CardFields = Required<Pick<TransparentRecord, (typeof cardFieldNames)[number]>>;

export function transparentRecord(charge: Charge): TransparentRecord {
  return {
    id: charge.id,
    externalId: orNull(charge.externalId),
    method: methodName(charge.method),
    amount: charge.amountCents,
    paidAmount: orNull(charge.paidAmountCents),
    refundedAmount: refundedAmount(charge),
    status: enumName('CHARGE_STATUS', charge.status),
    devMode: charge.devMode,
    platformFee: charge.platformFeeCents,
    customerId: orNull(charge.customerId),
    subscriptionId: orNull(charge.subscriptionId),
    description: orNull(charge.description),
    receiptUrl: orNull(charge.receiptUrl),
    expiresAt: instantOrNull(charge.expiresAt),
    metadata: parseMetadata(charge.metadataJson),
    ...(charge.splits.length > 0 && { splits: charge.splits.map(splitRecord) }),
    utms: chargeUtms(charge.utms),
    createdAt: instant(charge.createdAt, 'createdAt'),
    updatedAt: instant(charge.updatedAt, 'updatedAt'),
    ...methodFields(charge),
  };
}

/** The charge of a transparent.* event. */
export function eventTransparentRecord(charge: Charge): EventTransparentRecord {
  const record = transparentRecord(charge);
  return { ...record, methods: [record.method], frequency: 'ONE_TIME' };
}

/** Events of a version before the field are REFUNDED without an amount: the refund was full. */
export function refundedAmount({ status, refundedAmountCents, paidAmountCents }: Charge): number {
  const isOld = status === 'CHARGE_STATUS_REFUNDED' && refundedAmountCents === 0;
  return isOld ? (paidAmountCents ?? 0) : refundedAmountCents;
}

function methodFields({
  method,
  pix,
  boleto,
  card,
  actionUrl,
}: Charge): PixFields | BoletoFields | CardFields | undefined {
  switch (methodName(method)) {
    case 'PIX':
      return pix && pixFields(pix);
    case 'BOLETO':
      return boleto && boletoFields(boleto, pix);
    case 'CARD':
      return card && cardFields(card, actionUrl);
  }
}

function pixFields(pix: PixDetails | undefined): PixFields {
  return { brCode: orNull(pix?.brCode), brCodeBase64: pix ? pictureUri(pix.qrPng) : null };
}

function boletoFields(boleto: BoletoDetails, pix: PixDetails | undefined): BoletoFields {
  return {
    barCode: boleto.barCode,
    barCodeNumber: boleto.barCode,
    digitableLine: boleto.digitableLine,
    url: boleto.url,
    ...pixFields(pix),
    ...lateTerms(boleto),
    dueDate: boleto.dueDate,
  };
}

function cardFields(
  { cardToken, brand, lastFour, installmentCount }: CardDetails,
  actionUrl: string | undefined,
): CardFields {
  return { cardToken: orNull(cardToken), brand, lastFour, installmentCount, actionUrl: orNull(actionUrl) };
}

/** A data URI for an `<img>`; null without a picture. */
export function pictureUri(png: Buffer): string | null {
  return png.length === 0 ? null : `data:image/png;base64,${png.toString('base64')}`;
}
